-- Nobody knows who failed to sign in, and of failures that are told together one entry says how many they were.
ALTER TABLE "audit_entries"
    ALTER COLUMN "actor_name" DROP NOT NULL,
    ADD COLUMN "kind" TEXT,
    ADD COLUMN "member_id" BIGINT,
    ADD COLUMN "member_name" TEXT,
    ADD COLUMN "from_channel_id" BIGINT,
    ADD COLUMN "network" TEXT,
    ADD COLUMN "times" INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN "tally_key" TEXT COLLATE "C";

-- What was in the details and is searched by has columns of its own.
UPDATE "audit_entries" SET
    "kind" = CASE
        WHEN "action" LIKE 'webhook.%' THEN 'webhooks'
        WHEN "action" IN ('channel.created', 'channel.updated', 'channel.archived', 'channel.unarchived') THEN 'channels'
        ELSE 'members'
    END,
    "member_id" = ("details" #>> '{member,id}')::BIGINT,
    "member_name" = "details" #>> '{member,name}',
    "from_channel_id" = ("details" ->> 'fromChannelId')::BIGINT,
    "details" = "details" - 'member' - 'fromChannelId';
ALTER TABLE "audit_entries" ALTER COLUMN "kind" SET NOT NULL;

-- CreateIndex
CREATE INDEX "audit_entries_kind_id_idx" ON "audit_entries"("kind", "id");
CREATE INDEX "audit_entries_actor_id_kind_id_idx" ON "audit_entries"("actor_id", "kind", "id");
CREATE INDEX "audit_entries_member_id_id_idx" ON "audit_entries"("member_id", "id") WHERE "member_id" IS NOT NULL;
CREATE INDEX "audit_entries_from_channel_id_id_idx" ON "audit_entries"("from_channel_id", "id") WHERE "from_channel_id" IS NOT NULL;
CREATE UNIQUE INDEX "audit_entries_tally_key_idx" ON "audit_entries"("tally_key") WHERE "tally_key" IS NOT NULL;
