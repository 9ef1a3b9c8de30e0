-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN "card_version" INTEGER;

-- CreateTable
CREATE TABLE "webhook_cards" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "webhook_id" BIGINT NOT NULL,
    "version" INTEGER NOT NULL,
    "yaml" TEXT NOT NULL,
    "created_by_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_cards_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_cards_webhook_id_version_key" ON "webhook_cards"("webhook_id", "version");

-- CreateIndex
CREATE INDEX "webhook_cards_created_by_id_idx" ON "webhook_cards"("created_by_id");

-- AddForeignKey
ALTER TABLE "webhook_cards" ADD CONSTRAINT "webhook_cards_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_cards" ADD CONSTRAINT "webhook_cards_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
