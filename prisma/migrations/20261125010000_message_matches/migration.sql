-- What a message is to somebody besides one of a channel's: for now that it has a keyword of theirs in it. Badges are counted from the
-- primary key alone, which therefore knows whose the message is.
CREATE TYPE "match_kind" AS ENUM ('keyword');

CREATE TABLE "message_matches" (
    "user_id" BIGINT NOT NULL,
    "channel_id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "kind" "match_kind" NOT NULL,
    "message_id" BIGINT NOT NULL,
    "author_id" BIGINT NOT NULL,
    "by_edit" BOOLEAN NOT NULL,

    CONSTRAINT "message_matches_pkey" PRIMARY KEY ("user_id", "channel_id", "seq", "kind") INCLUDE ("author_id"),
    CONSTRAINT "message_matches_channel_id_user_id_fkey" FOREIGN KEY ("channel_id", "user_id") REFERENCES "memberships"("channel_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "message_matches_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "message_matches_message_id_idx" ON "message_matches"("message_id");

CREATE TABLE "keyword_progress" (
    "channel_id" BIGINT NOT NULL,
    "rev" BIGINT NOT NULL,

    CONSTRAINT "keyword_progress_pkey" PRIMARY KEY ("channel_id"),
    CONSTRAINT "keyword_progress_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "keyword_changes" (
    "user_id" BIGINT NOT NULL,
    "channel_id" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "keyword_changes_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "keyword_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- An install's history isn't read: of what is there only what somebody with keywords hasn't read is matched, as after they change them.
INSERT INTO "keyword_progress" ("channel_id", "rev") SELECT "id", "rev" FROM "channels";
INSERT INTO "keyword_changes" ("user_id") SELECT "id" FROM "users" WHERE "keywords" <> '{}';

-- What matched them in the database stays for machines of the version before, which serve beside this one during an upgrade: the column
-- "users"."keyword_pattern" and the function parley_says.
