CREATE INDEX CONCURRENTLY "deliveries_old_plain_idx" ON "deliveries" ("created_at") WHERE "plain";
