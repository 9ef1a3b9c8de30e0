CREATE INDEX CONCURRENTLY "attachments_size_id_idx" ON "attachments" ("size" DESC, "id" DESC);
