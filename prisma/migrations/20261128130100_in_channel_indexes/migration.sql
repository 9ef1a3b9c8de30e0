-- What appears in a channel, with the replies that do. Queries of the version before, without those, can use these indexes, too.
ALTER INDEX "messages_flow_idx" RENAME TO "messages_flow_old_idx";
CREATE UNIQUE INDEX CONCURRENTLY "messages_flow_idx" ON "messages" ("channel_id", "seq") WHERE "thread_root_id" IS NULL OR "in_channel" IS NOT NULL;
DROP INDEX CONCURRENTLY "messages_flow_old_idx";

ALTER INDEX "messages_people_idx" RENAME TO "messages_people_old_idx";
CREATE INDEX CONCURRENTLY "messages_people_idx" ON "messages" ("channel_id", "seq") WHERE "webhook_id" IS NULL AND ("thread_root_id" IS NULL OR "in_channel" IS NOT NULL);
DROP INDEX CONCURRENTLY "messages_people_old_idx";

-- The replies that show what they reply to, when that changes.
CREATE INDEX CONCURRENTLY "messages_in_channel_idx" ON "messages" ("thread_root_id") WHERE "in_channel" IS NOT NULL;
