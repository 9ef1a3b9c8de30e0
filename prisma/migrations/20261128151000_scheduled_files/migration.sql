-- CreateTable
CREATE TABLE "scheduled_files" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "scheduled_id" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "content_type" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "user_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scheduled_files_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "scheduled_files_scheduled_id_id_idx" ON "scheduled_files"("scheduled_id", "id");

-- CreateIndex
CREATE INDEX "scheduled_files_hash_idx" ON "scheduled_files"("hash");

-- AddForeignKey
ALTER TABLE "scheduled_files" ADD CONSTRAINT "scheduled_files_scheduled_id_fkey" FOREIGN KEY ("scheduled_id") REFERENCES "scheduled_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- They are counted as attachments are (20261122050000_file_uses), by the same function.
CREATE TRIGGER "scheduled_files_counted_in" AFTER INSERT ON "scheduled_files" FOR EACH ROW EXECUTE FUNCTION parley_file_named();
CREATE TRIGGER "scheduled_files_counted_out" AFTER DELETE ON "scheduled_files" FOR EACH ROW EXECUTE FUNCTION parley_file_named();
