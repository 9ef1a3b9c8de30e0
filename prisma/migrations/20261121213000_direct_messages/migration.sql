-- AlterTable
ALTER TABLE "channels" ADD COLUMN "direct_key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "channels_direct_key_key" ON "channels"("direct_key");

-- Who takes part in a direct message is what makes it that one.
ALTER TABLE "channels" ADD CONSTRAINT "channels_direct_key_check" CHECK (("kind" = 'direct') = ("direct_key" IS NOT NULL));
