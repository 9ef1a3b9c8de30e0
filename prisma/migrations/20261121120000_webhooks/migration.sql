-- CreateEnum
CREATE TYPE "dialect_name" AS ENUM ('parley', 'slack', 'github', 'discord');

-- CreateEnum
CREATE TYPE "delivery_origin" AS ENUM ('sender', 'test', 'replay');

-- AlterTable
ALTER TABLE "channels" ADD COLUMN "webhooks_may_mention_everyone" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN "signing_secret" BYTEA;

-- AlterTable
ALTER TABLE "messages"
    ADD COLUMN "mentioned_user_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    ADD COLUMN "mentions_everyone" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "attachment_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "attachments" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "message_id" BIGINT NOT NULL,
    "channel_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "content_type" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "description" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "webhook_id" BIGINT NOT NULL,
    "dialect" "dialect_name" NOT NULL,
    "event" TEXT,
    "method" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "reason" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "message_id" BIGINT,
    "payload" TEXT,
    "payload_cut" BOOLEAN NOT NULL DEFAULT false,
    "origin" "delivery_origin" NOT NULL DEFAULT 'sender',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "actor_id" BIGINT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "channel_id" BIGINT,
    "channel_name" TEXT,
    "webhook_id" BIGINT,
    "webhook_name" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "attachments_message_id_position_key" ON "attachments"("message_id", "position");
CREATE INDEX "attachments_channel_id_idx" ON "attachments"("channel_id");
CREATE INDEX "attachments_hash_idx" ON "attachments"("hash");
CREATE INDEX "deliveries_webhook_id_id_idx" ON "deliveries"("webhook_id", "id");
CREATE INDEX "deliveries_message_id_idx" ON "deliveries"("message_id");
CREATE INDEX "audit_entries_channel_id_id_idx" ON "audit_entries"("channel_id", "id");
CREATE INDEX "audit_entries_webhook_id_id_idx" ON "audit_entries"("webhook_id", "id");
CREATE INDEX "audit_entries_actor_id_id_idx" ON "audit_entries"("actor_id", "id");

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The few messages that ping somebody: what the unread mentions of a channel are counted from.
CREATE INDEX "messages_mentions_idx" ON "messages" ("channel_id", "seq") WHERE "mentions_everyone" OR "mentioned_user_ids" <> '{}';

-- Files alone are something to show.
ALTER TABLE "messages" DROP CONSTRAINT "messages_something_check";
ALTER TABLE "messages" ADD CONSTRAINT "messages_something_check" CHECK (
    "deleted_at" IS NOT NULL OR "content" <> '' OR "embeds" IS NOT NULL OR "attachment_count" > 0
);
