-- CreateTable
CREATE TABLE "scheduled_messages" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "user_id" BIGINT NOT NULL,
    "channel_id" BIGINT NOT NULL,
    "thread_root_id" BIGINT,
    "content" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "send_at" TIMESTAMPTZ(3) NOT NULL,
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scheduled_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_messages_user_id_nonce_key" ON "scheduled_messages"("user_id", "nonce");

-- CreateIndex
CREATE INDEX "scheduled_messages_channel_id_idx" ON "scheduled_messages"("channel_id");

-- Those that are still to be sent, in their order
CREATE INDEX "scheduled_messages_due_idx" ON "scheduled_messages"("send_at") WHERE "problem" IS NULL;

-- AddForeignKey
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
