CREATE INDEX CONCURRENTLY "deliveries_plain_idx" ON "deliveries" ("webhook_id", "id") WHERE "plain";
