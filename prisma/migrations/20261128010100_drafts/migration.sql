-- CreateTable
CREATE TABLE "drafts" (
    "user_id" BIGINT NOT NULL,
    "conversation_id" BIGINT NOT NULL,
    "channel_id" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "marks" JSONB NOT NULL,
    "rev" BIGINT NOT NULL DEFAULT parley_id(),
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("user_id", "conversation_id")
);

-- CreateIndex
CREATE INDEX "drafts_channel_id_idx" ON "drafts"("channel_id");

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
