-- Indexes that no query reads. Deliveries are looked for among failures or among successes, which have an index each. The others served
-- only the deletion of channels and people, which are archived and deactivated instead.
DROP INDEX CONCURRENTLY "deliveries_webhook_id_id_idx";
DROP INDEX CONCURRENTLY "attachments_channel_id_idx";
DROP INDEX CONCURRENTLY "webhook_threads_channel_id_idx";
DROP INDEX CONCURRENTLY "reactions_user_id_idx";
