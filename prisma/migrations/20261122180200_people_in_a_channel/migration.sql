-- What people alone wrote in a channel, page by page. The index of webhooks' messages couldn't give them in their order: PostgreSQL
-- doesn't take webhook_id IS NULL for one value.
CREATE INDEX CONCURRENTLY "messages_people_idx" ON "messages" ("channel_id", "seq") WHERE "webhook_id" IS NULL AND "thread_root_id" IS NULL;

-- So that one is of webhooks' messages only.
ALTER INDEX "messages_channel_id_webhook_id_seq_idx" RENAME TO "messages_channel_id_webhook_id_seq_old_idx";
CREATE INDEX CONCURRENTLY "messages_channel_id_webhook_id_seq_idx" ON "messages" ("channel_id", "webhook_id", "seq") WHERE "webhook_id" IS NOT NULL;
DROP INDEX CONCURRENTLY "messages_channel_id_webhook_id_seq_old_idx";
