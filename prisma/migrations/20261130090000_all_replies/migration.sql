-- For those who follow every thread of a channel: a reply looked for them among all its members.
CREATE INDEX CONCURRENTLY "memberships_all_replies_idx" ON "memberships" ("channel_id") WHERE "all_replies";
