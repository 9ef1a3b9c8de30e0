-- The messages to index again. New ones aren't in it.
CREATE INDEX CONCURRENTLY "message_search_before_idx" ON "message_search" ("message_id") WHERE "rule" IS NULL;

-- For lists of people, as users_name_order_idx, which the version before uses. The expression is that of nameOrder() in lib/fold-name.ts.
CREATE INDEX CONCURRENTLY "users_folded_order_idx" ON "users"((regexp_replace(regexp_replace(
  translate(parley_fold("name"), '-_.(', '    '), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g') COLLATE "C"), "id")
  WHERE "deactivated_at" IS NULL;

-- For searches by the beginnings of words, as users_name_words_idx. The expression is that of personHasWords() in lib/fold-name.ts.
CREATE INDEX CONCURRENTLY "users_folded_words_idx" ON "users" USING GIN (array_to_tsvector(array_remove(string_to_array(
  translate(parley_fold("name"), '-_.(', '    '), ' '), '')))
  WHERE "deactivated_at" IS NULL;
