-- Every primary key: milliseconds since 2026-01-01 UTC above 22 bits of a sequence. Unique on any number of app
-- processes, ordered by time, 17 to 19 decimal digits from February 2026 until past 2090.
CREATE SEQUENCE "parley_id_seq" MINVALUE 0 MAXVALUE 4194303 START 0 CYCLE CACHE 32;
CREATE FUNCTION parley_id() RETURNS BIGINT LANGUAGE sql VOLATILE PARALLEL UNSAFE AS $$
  SELECT ((extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1767225600000) << 22 | nextval('parley_id_seq')
$$;

-- CreateEnum
CREATE TYPE "workspace_role" AS ENUM ('owner', 'admin', 'member');

-- CreateEnum
CREATE TYPE "channel_kind" AS ENUM ('public', 'private', 'direct');

-- CreateEnum
CREATE TYPE "channel_role" AS ENUM ('manager', 'member');

-- CreateEnum
CREATE TYPE "webhook_managers" AS ENUM ('members', 'managers');

-- CreateEnum
CREATE TYPE "author_kind" AS ENUM ('user', 'webhook');

-- CreateTable
CREATE TABLE "workspaces" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "singleton" BOOLEAN NOT NULL DEFAULT true,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "avatar_url" TEXT,
    "role" "workspace_role" NOT NULL DEFAULT 'member',
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "deactivated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invites" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "created_by_id" BIGINT NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channels" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "name" TEXT NOT NULL,
    "topic" TEXT NOT NULL DEFAULT '',
    "kind" "channel_kind" NOT NULL DEFAULT 'public',
    "webhook_managers" "webhook_managers" NOT NULL DEFAULT 'members',
    "msg_seq" BIGINT NOT NULL DEFAULT 0,
    "rev" BIGINT NOT NULL DEFAULT 0,
    "created_by_id" BIGINT,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "channel_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "role" "channel_role" NOT NULL DEFAULT 'member',
    "last_read_seq" BIGINT NOT NULL DEFAULT 0,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("channel_id","user_id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "channel_id" BIGINT NOT NULL,
    "created_by_id" BIGINT,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "avatar_url" TEXT,
    "token_hash" BYTEA,
    "paused_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_error_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "webhook_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "message_id" BIGINT NOT NULL,
    "channel_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("webhook_id","key")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "channel_id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "rev" BIGINT NOT NULL,
    "author_kind" "author_kind" NOT NULL,
    "user_id" BIGINT,
    "webhook_id" BIGINT,
    "author_name" TEXT,
    "author_avatar_url" TEXT,
    "content" TEXT NOT NULL DEFAULT '',
    "embeds" JSONB,
    "allowed_mentions" JSONB,
    "nonce" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" TIMESTAMP(3),

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "workspaces_singleton_key" ON "workspaces"("singleton");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "invites_created_by_id_idx" ON "invites"("created_by_id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "webhooks_channel_id_idx" ON "webhooks"("channel_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "messages_channel_id_rev_idx" ON "messages"("channel_id", "rev");

-- CreateIndex
CREATE INDEX "messages_user_id_idx" ON "messages"("user_id");

-- CreateIndex
CREATE INDEX "messages_webhook_id_idx" ON "messages"("webhook_id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_channel_id_seq_key" ON "messages"("channel_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "messages_channel_id_user_id_nonce_key" ON "messages"("channel_id", "user_id", "nonce");

-- AddForeignKey
ALTER TABLE "invites" ADD CONSTRAINT "invites_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channels" ADD CONSTRAINT "channels_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- What the schema language cannot say.
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_singleton_check" CHECK ("singleton");
ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_check" CHECK ("email" = lower("email"));
ALTER TABLE "channels" ADD CONSTRAINT "channels_counters_check" CHECK ("rev" >= "msg_seq" AND "msg_seq" >= 0);
CREATE UNIQUE INDEX "channels_name_key" ON "channels" (lower("name")) WHERE "kind" <> 'direct' AND "archived_at" IS NULL;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_token_check" CHECK (("token_hash" IS NULL) = ("deleted_at" IS NOT NULL));
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_check" CHECK (
  ("author_kind" = 'user' AND "webhook_id" IS NULL) OR ("author_kind" = 'webhook' AND "user_id" IS NULL AND "author_name" IS NOT NULL)
);
ALTER TABLE "messages" ADD CONSTRAINT "messages_something_check" CHECK ("deleted_at" IS NOT NULL OR "content" <> '' OR "embeds" IS NOT NULL);

-- Rows that every post updates: room on the page keeps those updates off the indexes.
ALTER TABLE "channels" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
ALTER TABLE "webhooks" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
