-- Threads that have been read to their end. A thread that gets a reply right now is left alone: so it may have unread ones.
UPDATE "thread_follows" f SET "maybe_unread" = false, "marked_at" = coalesce(s."last_reply_at", s."created_at")
FROM (
  SELECT t."root_id", t."user_id", r."last_reply_at", r."created_at" FROM "thread_follows" t JOIN "messages" r ON r."id" = t."root_id"
  WHERE coalesce(r."last_reply_seq", 0) <= t."last_read_seq"
  FOR NO KEY UPDATE OF t SKIP LOCKED FOR SHARE OF r SKIP LOCKED) s
WHERE f."root_id" = s."root_id" AND f."user_id" = s."user_id";
