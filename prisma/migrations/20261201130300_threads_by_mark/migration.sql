-- A person's followed threads, first those that may have unread replies, then by when they last changed.
CREATE INDEX CONCURRENTLY "thread_follows_marks_idx" ON "thread_follows"("user_id", "maybe_unread", "marked_at");
DROP INDEX CONCURRENTLY "thread_follows_user_id_idx";
