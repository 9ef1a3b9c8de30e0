-- CreateTable
CREATE TABLE "webhook_mutes" (
    "user_id" BIGINT NOT NULL,
    "webhook_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_mutes_pkey" PRIMARY KEY ("user_id","webhook_id")
);

-- CreateIndex
CREATE INDEX "webhook_mutes_webhook_id_idx" ON "webhook_mutes"("webhook_id");

-- AddForeignKey
ALTER TABLE "webhook_mutes" ADD CONSTRAINT "webhook_mutes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_mutes" ADD CONSTRAINT "webhook_mutes_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
