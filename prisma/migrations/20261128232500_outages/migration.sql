-- Everyone's count is on from now on. Until now it was off unless someone turned it on, which looks the same as off by choice.
ALTER TABLE "users" ALTER COLUMN "counts_incidents" SET DEFAULT true;
UPDATE "users" SET "counts_incidents" = true WHERE NOT "counts_incidents" AND "deleted_at" IS NULL;

-- AlterTable
ALTER TABLE "incidents" ADD COLUMN "level" TEXT;
ALTER TABLE "incidents" ADD COLUMN "closed_by_id" BIGINT;
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_closed_by_id_fkey" FOREIGN KEY ("closed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "outages" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "message_id" BIGINT NOT NULL,
    "channel_id" BIGINT NOT NULL,
    "webhook_id" BIGINT NOT NULL,
    "tool" TEXT NOT NULL,
    "place" TEXT NOT NULL DEFAULT '',
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "acknowledged_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "outages_pkey" PRIMARY KEY ("id")
);

-- A card has at most one at a time.
CREATE UNIQUE INDEX "outages_open_idx" ON "outages"("message_id") WHERE "resolved_at" IS NULL;

-- CreateIndex
CREATE INDEX "outages_message_id_idx" ON "outages"("message_id");

-- CreateIndex
CREATE INDEX "outages_opened_at_id_idx" ON "outages"("opened_at", "id");

-- CreateIndex
CREATE INDEX "outages_channel_id_opened_at_id_idx" ON "outages"("channel_id", "opened_at", "id");

-- CreateIndex
CREATE INDEX "outages_resolved_at_id_idx" ON "outages"("resolved_at", "id");

-- AddForeignKey
ALTER TABLE "outages" ADD CONSTRAINT "outages_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "outages" ("message_id", "channel_id", "webhook_id", "tool", "opened_at", "acknowledged_at", "resolved_at")
SELECT "message_id", "channel_id", "webhook_id", "tool", "opened_at",
  CASE WHEN "acknowledged_at" >= "opened_at" THEN "acknowledged_at" END, "closed_at"
FROM "incidents" WHERE "closed_at" IS NULL OR "closed_at" > now() - interval '30 days';

-- CreateTable
CREATE TABLE "not_incidents" (
    "webhook_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "made_by_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "not_incidents_pkey" PRIMARY KEY ("webhook_id", "kind")
);

-- AddForeignKey
ALTER TABLE "not_incidents" ADD CONSTRAINT "not_incidents_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "not_incidents" ADD CONSTRAINT "not_incidents_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
