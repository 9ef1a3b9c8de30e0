-- When someone dismissed what the app shows on their first day. Null shows it.
ALTER TABLE "users" ADD COLUMN "first_day_ended_at" TIMESTAMPTZ(3);

-- Everyone who is here already has had their first day. An owner keeps the first steps that aren't done.
UPDATE "users" SET "first_day_ended_at" = now() WHERE "role" <> 'owner';
