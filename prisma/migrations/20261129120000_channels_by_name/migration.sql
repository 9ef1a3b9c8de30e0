-- For the page of all channels, open ones first: sorting them meant folding every name. Posts change rows of this table, but nothing
-- that is in the index. The expression is that of browse-channels.ts.
CREATE INDEX CONCURRENTLY "channels_order_idx" ON "channels"(((CASE WHEN "archived_at" IS NULL THEN '0' ELSE '1' END || regexp_replace(regexp_replace(
  translate(parley_fold("name"), '-_.(', '    '), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g') COLLATE "C") COLLATE "C"), "id")
  WHERE "kind" <> 'direct';
