-- The names under which webhooks' messages are shown, so that a search for one needn't read all messages to know them.
CREATE TABLE "shown_names" (
    "name" TEXT NOT NULL,

    CONSTRAINT "shown_names_pkey" PRIMARY KEY ("name")
);
INSERT INTO "shown_names" SELECT DISTINCT "author_name" FROM "messages" WHERE "author_name" IS NOT NULL ON CONFLICT DO NOTHING;
