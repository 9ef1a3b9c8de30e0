-- What somebody is told of besides mentions, and what a channel that they come into notifies them of at first.
ALTER TABLE "users"
  ADD COLUMN "keywords" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "keyword_pattern" TEXT,
  ADD COLUMN "new_channel_notifications" "notification_level" NOT NULL DEFAULT 'mentions';
ALTER TABLE "memberships" ADD COLUMN "all_replies" BOOLEAN NOT NULL DEFAULT false;

-- Whether a message's text or those of its embeds match a pattern, without regard to case. The keys of an embed aren't asked.
CREATE FUNCTION parley_says(content TEXT, embeds JSONB, pattern TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT content ~* pattern OR (embeds IS NOT NULL AND (
    jsonb_path_query_array(embeds, '$[*].title') || jsonb_path_query_array(embeds, '$[*].description')
    || jsonb_path_query_array(embeds, '$[*].fields[*].name') || jsonb_path_query_array(embeds, '$[*].fields[*].value')
    || jsonb_path_query_array(embeds, '$[*].author.name') || jsonb_path_query_array(embeds, '$[*].footer.text'))::text ~* pattern)
$$;
