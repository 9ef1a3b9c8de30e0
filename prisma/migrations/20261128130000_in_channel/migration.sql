-- Replies that also appear in their channel. An instance that still runs the version before writes and reads them as plain replies.
ALTER TABLE "messages" ADD COLUMN "in_channel" BOOLEAN;
ALTER TABLE "scheduled_messages" ADD COLUMN "in_channel" BOOLEAN NOT NULL DEFAULT false;
