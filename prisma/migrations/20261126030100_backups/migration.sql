-- CreateTable
CREATE TABLE "backups" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "scheduled" BOOLEAN NOT NULL,
    "path" TEXT NOT NULL,
    "bytes" BIGINT,
    "missing_files" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "backups_pkey" PRIMARY KEY ("id")
);
