-- How many requests each webhook got in each of the last hours. An instance of the version before counts none.
CREATE TABLE "webhook_hours" (
    "webhook_id" BIGINT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "webhook_hours_pkey" PRIMARY KEY ("webhook_id", "hour")
);

-- CreateIndex
CREATE INDEX "webhook_hours_hour_idx" ON "webhook_hours"("hour");

-- AddForeignKey
ALTER TABLE "webhook_hours" ADD CONSTRAINT "webhook_hours_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
