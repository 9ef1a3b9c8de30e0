-- CreateEnum
CREATE TYPE "notification_level" AS ENUM ('all', 'mentions', 'none');

-- AlterTable
ALTER TABLE "memberships" ADD COLUMN "notifications" "notification_level" NOT NULL DEFAULT 'mentions';
