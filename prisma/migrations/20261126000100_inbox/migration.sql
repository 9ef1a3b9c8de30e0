-- When a person last saw the reactions in their inbox. Those to come count from now on.
ALTER TABLE "users" ADD COLUMN "inbox_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Whose message it is, so that the inbox finds the reactions to one person's messages without reading the messages. Null for a webhook's
-- message and for one's own reaction, which no one has to be shown. A trigger sets it, because instances of the version before don't.
ALTER TABLE "reactions" ADD COLUMN "author_id" BIGINT;

-- Statements are split at semicolons here, so those of the function are written as \x3b.
CREATE FUNCTION parley_author_of_reaction() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN SELECT nullif(m.user_id, NEW.user_id) INTO NEW.author_id FROM messages m WHERE m.id = NEW.message_id\x3b RETURN NEW\x3b END';

CREATE TRIGGER "reactions_author" BEFORE INSERT ON "reactions" FOR EACH ROW EXECUTE FUNCTION parley_author_of_reaction();

UPDATE "reactions" r SET "author_id" = nullif(m."user_id", r."user_id") FROM "messages" m
WHERE m."id" = r."message_id" AND r."created_at" > CURRENT_TIMESTAMP - INTERVAL '30 days';

CREATE INDEX "reactions_author_idx" ON "reactions" ("author_id", "created_at") WHERE "author_id" IS NOT NULL;
