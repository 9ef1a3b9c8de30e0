CREATE TABLE "push_keys" (
    "singleton" BOOLEAN NOT NULL DEFAULT true CHECK ("singleton"),
    "public_key" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_keys_pkey" PRIMARY KEY ("singleton")
);

CREATE TABLE "push_subscriptions" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "user_id" BIGINT NOT NULL,
    "session_id" BIGINT NOT NULL,
    "endpoint_hash" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "host" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "push_subscriptions_endpoint_hash_key" ON "push_subscriptions"("endpoint_hash");
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions"("user_id");
CREATE INDEX "push_subscriptions_session_id_idx" ON "push_subscriptions"("session_id");

CREATE TABLE "push_waiting" (
    "subscription_id" BIGINT NOT NULL,
    "message_id" BIGINT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "push_waiting_pkey" PRIMARY KEY ("subscription_id", "message_id"),
    CONSTRAINT "push_waiting_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "push_waiting_due_at_idx" ON "push_waiting"("due_at");

CREATE TABLE "push_progress" (
    "channel_id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "push_progress_pkey" PRIMARY KEY ("channel_id"),
    CONSTRAINT "push_progress_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "notification_settings" (
    "user_id" BIGINT NOT NULL,
    "show_texts" BOOLEAN NOT NULL DEFAULT true,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "paused_until" TIMESTAMPTZ(3),
    "quiet_from" INTEGER,
    "quiet_to" INTEGER,
    "quiet_days" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "quiet_zone" TEXT NOT NULL DEFAULT 'UTC',

    CONSTRAINT "notification_settings_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "notification_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
