-- CreateTable
CREATE TABLE "imported_things" (
    "source" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "thing_id" BIGINT NOT NULL,

    CONSTRAINT "imported_things_pkey" PRIMARY KEY ("source","kind","key")
);

-- CreateTable
CREATE TABLE "imported_messages" (
    "channel_id" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "message_id" BIGINT NOT NULL,

    CONSTRAINT "imported_messages_pkey" PRIMARY KEY ("channel_id","source","key")
);

-- AddForeignKey
ALTER TABLE "imported_messages" ADD CONSTRAINT "imported_messages_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
