-- What most messages are not is no entry in an index: a webhook's post goes into four of them instead of seven. All are built and
-- dropped CONCURRENTLY, so that posts go on meanwhile. That is possible because each statement here is sent by itself.

-- What has a nonce comes from a person's client.
CREATE UNIQUE INDEX CONCURRENTLY "messages_nonce_idx" ON "messages" ("channel_id", "user_id", "nonce") WHERE "nonce" IS NOT NULL;
DROP INDEX CONCURRENTLY "messages_channel_id_user_id_nonce_key";

-- One person's messages over all channels, the latest first.
CREATE INDEX CONCURRENTLY "messages_person_idx" ON "messages" ("user_id", "id") WHERE "user_id" IS NOT NULL;
DROP INDEX CONCURRENTLY "messages_user_id_idx";

-- A message stands either in its channel's flow or in a thread, so two indexes of a part each take the place of one of all and one of
-- a part.
CREATE UNIQUE INDEX CONCURRENTLY "messages_replies_idx" ON "messages" ("channel_id", "seq") WHERE "thread_root_id" IS NOT NULL;
ALTER INDEX "messages_flow_idx" RENAME TO "messages_flow_old_idx";
CREATE UNIQUE INDEX CONCURRENTLY "messages_flow_idx" ON "messages" ("channel_id", "seq") WHERE "thread_root_id" IS NULL;
DROP INDEX CONCURRENTLY "messages_flow_old_idx";
DROP INDEX CONCURRENTLY "messages_channel_id_seq_key";
