-- The SHA-256 of an archive's first and last 64 KiB, by which it's recognised later.
ALTER TABLE "backups" ADD COLUMN "ends" BYTEA;
