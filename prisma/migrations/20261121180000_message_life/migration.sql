-- AlterTable
ALTER TABLE "messages"
    ADD COLUMN "pinned_at" TIMESTAMPTZ(3),
    ADD COLUMN "pinned_by_id" BIGINT;

-- CreateTable
CREATE TABLE "reactions" (
    "message_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "emoji" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reactions_pkey" PRIMARY KEY ("message_id","emoji","user_id")
);

-- CreateTable
CREATE TABLE "message_edits" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "message_id" BIGINT NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_edits_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reactions_user_id_idx" ON "reactions"("user_id");
CREATE INDEX "message_edits_message_id_id_idx" ON "message_edits"("message_id", "id");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_pinned_by_id_fkey" FOREIGN KEY ("pinned_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "message_edits" ADD CONSTRAINT "message_edits_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The pinned messages of a channel are few and asked for together.
CREATE INDEX "messages_pinned_idx" ON "messages" ("channel_id", "pinned_at") WHERE "pinned_at" IS NOT NULL;
