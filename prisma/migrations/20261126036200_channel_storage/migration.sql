-- How many files a channel's messages have, and their size. A file in two messages counts twice.
CREATE TABLE "channel_storage" (
    "channel_id" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "files" INTEGER NOT NULL,

    CONSTRAINT "channel_storage_pkey" PRIMARY KEY ("channel_id")
);

-- Triggers fire in the order of their names, so "attachments_counted_in" has taken the lock of parley_file_named before, and
-- transactions that touch the same channels in another order don't wait for each other. What runs migrations takes each
-- semicolon for the end of a statement, so those in here are written as \x3b.
CREATE FUNCTION parley_file_in_channel() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO "channel_storage" AS s ("channel_id", "bytes", "files") VALUES (NEW.channel_id, NEW.size, 1)
        ON CONFLICT ("channel_id") DO UPDATE SET "bytes" = s."bytes" + NEW.size, "files" = s."files" + 1\x3b
    ELSE
        UPDATE "channel_storage" SET "bytes" = "bytes" - OLD.size, "files" = "files" - 1 WHERE "channel_id" = OLD.channel_id\x3b
    END IF\x3b
    RETURN NULL\x3b
END';

-- Taken before the rows that are there are counted, so that none is posted in between.
CREATE TRIGGER "attachments_in_channel_in" AFTER INSERT ON "attachments" FOR EACH ROW EXECUTE FUNCTION parley_file_in_channel();
CREATE TRIGGER "attachments_in_channel_out" AFTER DELETE ON "attachments" FOR EACH ROW EXECUTE FUNCTION parley_file_in_channel();

INSERT INTO "channel_storage" SELECT "channel_id", sum("size"), count(*) FROM "attachments" GROUP BY 1
ON CONFLICT ("channel_id") DO UPDATE SET "bytes" = excluded."bytes", "files" = excluded."files";
