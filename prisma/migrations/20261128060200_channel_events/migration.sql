-- What happened in a channel, until it becomes a line in the channel.
CREATE TABLE "channel_events" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "channel_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" BIGINT NOT NULL,
    "member_id" BIGINT,
    "details" JSONB,

    CONSTRAINT "channel_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "channel_events_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Older instances show a line as its actor's message.
ALTER TABLE "messages" ADD COLUMN "event" JSONB;
