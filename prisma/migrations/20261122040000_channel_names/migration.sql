-- A private channel's name is nobody's business who isn't in it: that it is taken would tell that it exists. What somebody may call
-- a channel is decided by which channels they see (lib/channels/free-name.ts).
DROP INDEX "channels_name_key";
CREATE UNIQUE INDEX "channels_name_key" ON "channels" (lower("name")) WHERE "kind" = 'public' AND "archived_at" IS NULL;
