-- AlterTable
ALTER TABLE "drafts" ADD COLUMN "in_channel" BOOLEAN NOT NULL DEFAULT false;
