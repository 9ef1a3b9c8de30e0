-- Without those that lapsed.
CREATE INDEX CONCURRENTLY "incidents_going_on_idx" ON "incidents"("channel_id") WHERE "closed_at" IS NULL AND NOT "lapsed";
DROP INDEX CONCURRENTLY "incidents_open_by_channel_idx";
