-- A webhook's later post with the same key takes the place of the earlier message, whose former versions are kept.
CREATE TABLE "webhook_updates" (
  "webhook_id" BIGINT NOT NULL,
  "channel_id" BIGINT NOT NULL,
  "key" TEXT NOT NULL,
  "message_id" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhook_updates_pkey" PRIMARY KEY ("webhook_id", "channel_id", "key")
);

CREATE INDEX "webhook_updates_message_id_idx" ON "webhook_updates" ("message_id");
CREATE INDEX "webhook_updates_created_at_idx" ON "webhook_updates" ("created_at");

ALTER TABLE "webhook_updates"
  ADD CONSTRAINT "webhook_updates_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "webhook_updates_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "messages" ADD COLUMN "update_count" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "message_edits" ADD COLUMN "embeds" JSONB;
