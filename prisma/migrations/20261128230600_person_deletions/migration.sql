-- People who were deleted. Their row in users stays without anything about them, as the author of what was kept.
ALTER TABLE "users" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
-- An instance of the version before can't reactivate them either.
ALTER TABLE "users" ADD CONSTRAINT "users_deleted_check" CHECK ("deleted_at" IS NULL OR "deactivated_at" IS NOT NULL);

-- CreateTable
CREATE TABLE "person_deletions" (
    "user_id" BIGINT NOT NULL,
    "number" SERIAL NOT NULL,
    "removes_messages" BOOLEAN NOT NULL,
    "removes_files" BOOLEAN NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "names" BYTEA,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "person_deletions_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "person_deletions_number_key" ON "person_deletions"("number");

-- AddForeignKey
ALTER TABLE "person_deletions" ADD CONSTRAINT "person_deletions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
