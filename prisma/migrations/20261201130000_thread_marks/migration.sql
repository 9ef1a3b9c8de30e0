-- Whether a followed thread may have unread replies. Without it, each followed thread is looked up to find those that do.
-- Instances of the version before don't set it, so a new row may have some until someone proves that it doesn't.
ALTER TABLE "thread_follows" ADD COLUMN "maybe_unread" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Following again, or going back to an earlier place, can make replies unread.
CREATE FUNCTION parley_mark_thread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.maybe_unread := true;
  NEW.marked_at := clock_timestamp();
  RETURN NEW;
END
$$;

CREATE TRIGGER "thread_follows_marked" BEFORE UPDATE OF "last_read_seq", "following" ON "thread_follows" FOR EACH ROW
  WHEN (NEW."last_read_seq" < OLD."last_read_seq" OR (NEW."following" AND NOT OLD."following"))
  EXECUTE FUNCTION parley_mark_thread();
