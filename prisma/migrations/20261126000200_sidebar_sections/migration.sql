-- An older running version neither reads nor writes any of this: its sidebar shows all channels by name.
CREATE TABLE "sidebar_sections" (
    "user_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL DEFAULT (parley_id())::text,
    "name" TEXT,
    "position" INTEGER NOT NULL,
    "collapsed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "sidebar_sections_pkey" PRIMARY KEY ("user_id", "key"),
    CONSTRAINT "sidebar_sections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "memberships" ADD COLUMN "starred" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "section_key" TEXT;

-- With the person's id in the key, nobody's channel can be in somebody else's section.
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_section_key_fkey"
    FOREIGN KEY ("user_id", "section_key") REFERENCES "sidebar_sections"("user_id", "key") ON DELETE NO ACTION ON UPDATE NO ACTION;
