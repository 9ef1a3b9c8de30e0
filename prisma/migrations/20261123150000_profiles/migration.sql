-- AlterTable: constant defaults, so that no row is written anew.
ALTER TABLE "users" ADD COLUMN "title" TEXT NOT NULL DEFAULT '',
ADD COLUMN "shows_local_time" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "status_emoji" TEXT,
ADD COLUMN "status_text" TEXT NOT NULL DEFAULT '',
ADD COLUMN "status_ends_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "user_mutes" (
    "user_id" BIGINT NOT NULL,
    "muted_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_mutes_pkey" PRIMARY KEY ("user_id","muted_id")
);

-- CreateIndex
CREATE INDEX "user_mutes_muted_id_idx" ON "user_mutes"("muted_id");

-- AddForeignKey
ALTER TABLE "user_mutes" ADD CONSTRAINT "user_mutes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "user_mutes" ADD CONSTRAINT "user_mutes_muted_id_fkey" FOREIGN KEY ("muted_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
