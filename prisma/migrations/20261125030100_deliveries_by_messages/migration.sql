CREATE INDEX CONCURRENTLY "deliveries_more_message_ids_idx" ON "deliveries" USING GIN ("more_message_ids") WHERE "more_message_ids" IS NOT NULL;
