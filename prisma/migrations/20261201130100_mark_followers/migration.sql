-- A reply makes its thread unread for those who follow it and haven't read up to it. Its root is locked until it's committed, so
-- whoever locks the root knows of all replies.
CREATE FUNCTION parley_mark_followers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE thread_follows f SET maybe_unread = NEW.last_reply_seq > f.last_read_seq, marked_at = clock_timestamp()
  WHERE f.root_id = NEW.id AND f.following AND NOT f.maybe_unread
    -- One's own replies are read. Once a day is enough to know when the last one was.
    AND (NEW.last_reply_seq > f.last_read_seq OR f.marked_at < clock_timestamp() - interval '1 day');
  RETURN NULL;
END
$$;

CREATE TRIGGER "messages_mark_followers" AFTER UPDATE OF "last_reply_seq" ON "messages" FOR EACH ROW
  WHEN (NEW."last_reply_seq" > coalesce(OLD."last_reply_seq", 0)) EXECUTE FUNCTION parley_mark_followers();
