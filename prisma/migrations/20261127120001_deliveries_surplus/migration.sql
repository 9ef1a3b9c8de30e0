CREATE INDEX CONCURRENTLY "deliveries_surplus_idx" ON "deliveries" ("webhook_id", "id") WHERE "status" < 400 AND NOT "plain";
