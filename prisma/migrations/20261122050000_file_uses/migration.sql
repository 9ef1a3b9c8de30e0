-- Who posted a file, or null for a webhook. Written when it is posted, because its message may go before it is counted out.
ALTER TABLE "attachments" ADD COLUMN "user_id" BIGINT;
UPDATE "attachments" a SET "user_id" = m."user_id" FROM "messages" m
    WHERE m."id" = a."message_id" AND m."user_id" IS NOT NULL;

-- How often each owner's messages name a file. An owner is a person's id, 1 for all webhooks, or 0 for the whole install.
CREATE TABLE "file_uses" (
    "owner_id" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "uses" INTEGER NOT NULL,

    CONSTRAINT "file_uses_pkey" PRIMARY KEY ("owner_id", "hash")
);
-- What no message names any more, until it is deleted from the disk.
CREATE INDEX "file_uses_unused_idx" ON "file_uses"("owner_id", "hash") WHERE "uses" = 0;

-- What each owner's files amount to, each counted once.
CREATE TABLE "file_totals" (
    "owner_id" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "files" INTEGER NOT NULL,

    CONSTRAINT "file_totals_pkey" PRIMARY KEY ("owner_id")
);

INSERT INTO "file_uses" SELECT coalesce("user_id", 1), "hash", count(*) FROM "attachments" GROUP BY 1, 2;
INSERT INTO "file_uses" SELECT 0, "hash", count(*) FROM "attachments" GROUP BY 2;
INSERT INTO "file_totals"
    SELECT u."owner_id", sum(a."size"), count(*) FROM "file_uses" u
    CROSS JOIN LATERAL (SELECT x."size" FROM "attachments" x WHERE x."hash" = u."hash" LIMIT 1) a GROUP BY 1;

-- Counts one naming of a file in (1) or out (-1) for one owner.
CREATE FUNCTION parley_count_file(whose BIGINT, file BYTEA, bytes_of_it INTEGER, step INTEGER) RETURNS VOID
LANGUAGE sql VOLATILE AS $$
    WITH counted AS (
        INSERT INTO "file_uses" AS u ("owner_id", "hash", "uses") VALUES (whose, file, step)
        ON CONFLICT ("owner_id", "hash") DO UPDATE SET "uses" = u."uses" + step
        RETURNING u."uses"
    )
    INSERT INTO "file_totals" AS t ("owner_id", "bytes", "files")
    SELECT whose, step * bytes_of_it, step FROM counted WHERE "uses" = (CASE WHEN step = 1 THEN 1 ELSE 0 END)
    ON CONFLICT ("owner_id") DO UPDATE SET "bytes" = t."bytes" + step * bytes_of_it, "files" = t."files" + step
$$;

-- One transaction at a time counts, until it has committed: in whatever order two of them touch the same files, neither waits for the
-- other's rows. What runs migrations takes each semicolon for the end of a statement, so those in here are written as \x3b.
CREATE FUNCTION parley_file_named() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(''parley_files'', 0))\x3b
    IF TG_OP = ''INSERT'' THEN
        PERFORM parley_count_file(coalesce(NEW.user_id, 1), NEW.hash, NEW.size, 1)\x3b
        PERFORM parley_count_file(0, NEW.hash, NEW.size, 1)\x3b
    ELSE
        PERFORM parley_count_file(coalesce(OLD.user_id, 1), OLD.hash, OLD.size, -1)\x3b
        PERFORM parley_count_file(0, OLD.hash, OLD.size, -1)\x3b
    END IF\x3b
    RETURN NULL\x3b
END';

-- For each row, so that a post without files pays nothing.
CREATE TRIGGER "attachments_counted_in" AFTER INSERT ON "attachments" FOR EACH ROW EXECUTE FUNCTION parley_file_named();
CREATE TRIGGER "attachments_counted_out" AFTER DELETE ON "attachments" FOR EACH ROW EXECUTE FUNCTION parley_file_named();
