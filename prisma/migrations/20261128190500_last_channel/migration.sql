-- The channel that a person opened last, on any device: where a new device starts.
ALTER TABLE "users" ADD COLUMN "last_channel_id" BIGINT;
