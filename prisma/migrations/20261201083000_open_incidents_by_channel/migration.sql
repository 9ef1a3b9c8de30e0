-- The sidebar counted the open incidents of a person's channels by reading all that these ever had. No query used the
-- order of the index that this replaces.
CREATE INDEX CONCURRENTLY "incidents_open_by_channel_idx" ON "incidents"("channel_id") WHERE "closed_at" IS NULL;
DROP INDEX CONCURRENTLY "incidents_open_idx";
