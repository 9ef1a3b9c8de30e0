-- AlterTable
ALTER TABLE "messages"
    ADD COLUMN "thread_root_id" BIGINT,
    ADD COLUMN "reply_count" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "last_reply_at" TIMESTAMPTZ(3),
    ADD COLUMN "last_reply_seq" BIGINT;

-- CreateTable
CREATE TABLE "thread_follows" (
    "root_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "last_read_seq" BIGINT NOT NULL DEFAULT 0,
    "following" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "thread_follows_pkey" PRIMARY KEY ("root_id","user_id")
);

-- CreateTable
CREATE TABLE "webhook_threads" (
    "webhook_id" BIGINT NOT NULL,
    "channel_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "root_id" BIGINT NOT NULL,

    CONSTRAINT "webhook_threads_pkey" PRIMARY KEY ("webhook_id","channel_id","key")
);

-- CreateIndex
CREATE INDEX "thread_follows_user_id_idx" ON "thread_follows"("user_id");
CREATE INDEX "webhook_threads_channel_id_idx" ON "webhook_threads"("channel_id");
CREATE INDEX "webhook_threads_root_id_idx" ON "webhook_threads"("root_id");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_root_id_fkey" FOREIGN KEY ("thread_root_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "thread_follows" ADD CONSTRAINT "thread_follows_root_id_fkey" FOREIGN KEY ("root_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "thread_follows" ADD CONSTRAINT "thread_follows_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_threads" ADD CONSTRAINT "webhook_threads_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_threads" ADD CONSTRAINT "webhook_threads_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Checked at the end of the statement: it claims the key and inserts the message at once.
ALTER TABLE "webhook_threads" ADD CONSTRAINT "webhook_threads_root_id_fkey" FOREIGN KEY ("root_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The replies of a thread, and what stands in a channel itself, however many replies lie between.
CREATE INDEX "messages_thread_idx" ON "messages" ("thread_root_id", "seq") WHERE "thread_root_id" IS NOT NULL;
CREATE INDEX "messages_flow_idx" ON "messages" ("channel_id", "seq") WHERE "thread_root_id" IS NULL;
