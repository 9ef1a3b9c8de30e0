-- The list of a channel's files, the latest first.
CREATE INDEX CONCURRENTLY "attachments_channel_id_id_idx" ON "attachments" ("channel_id", "id");
