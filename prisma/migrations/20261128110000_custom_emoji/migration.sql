-- CreateTable
CREATE TABLE "custom_emoji" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "name" TEXT NOT NULL,
    "created_by_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "custom_emoji_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "custom_emoji_name_key" ON "custom_emoji"("name");

-- CreateIndex
CREATE INDEX "custom_emoji_created_by_id_idx" ON "custom_emoji"("created_by_id");

-- AddForeignKey
ALTER TABLE "custom_emoji" ADD CONSTRAINT "custom_emoji_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "pictures" ADD COLUMN "emoji_id" BIGINT,
    ADD CONSTRAINT "pictures_emoji_id_fkey" FOREIGN KEY ("emoji_id") REFERENCES "custom_emoji"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE UNIQUE INDEX "pictures_emoji_id_key" ON "pictures"("emoji_id");
