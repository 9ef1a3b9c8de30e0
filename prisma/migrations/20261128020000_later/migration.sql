-- CreateTable
CREATE TABLE "later_items" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "user_id" BIGINT NOT NULL,
    "message_id" BIGINT,
    "text" TEXT NOT NULL DEFAULT '',
    "remind_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "later_items_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "later_items_user_id_message_id_key" ON "later_items"("user_id", "message_id");

-- CreateIndex
CREATE INDEX "later_items_message_id_idx" ON "later_items"("message_id");

-- The reminders that wait
CREATE INDEX "later_items_remind_at_idx" ON "later_items"("remind_at") WHERE "remind_at" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "later_items" ADD CONSTRAINT "later_items_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "later_items" ADD CONSTRAINT "later_items_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
