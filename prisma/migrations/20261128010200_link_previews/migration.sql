-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN "previews_links" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN "preview_removed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "link_previews" (
    "url" TEXT NOT NULL,
    "page" JSONB,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "link_previews_pkey" PRIMARY KEY ("url")
);

-- CreateIndex
CREATE INDEX "link_previews_expires_at_idx" ON "link_previews"("expires_at");
