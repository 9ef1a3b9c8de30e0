-- The default is what older instances do, so they can run alongside.
CREATE TYPE "channel_posters" AS ENUM ('everyone', 'managers');

ALTER TABLE "channels" ADD COLUMN "who_posts" "channel_posters" NOT NULL DEFAULT 'everyone';
