-- For "@Name" in a message, and for people to choose from.
CREATE INDEX "users_lower_name_idx" ON "users"((lower("name") COLLATE "C"), "id") WHERE "deactivated_at" IS NULL;

-- For lists of people. The expression is that of nameOrder() in lib/fold-name.ts.
CREATE INDEX "users_name_order_idx" ON "users"((regexp_replace(regexp_replace(
  translate(CASE WHEN octet_length("name") = length("name") THEN lower("name")
    ELSE regexp_replace(lower(normalize("name", NFD)), U&'[\0300-\036f]', '', 'g') END, '-_.(', '    '),
  '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g') COLLATE "C"), "id")
  WHERE "deactivated_at" IS NULL;

-- For searches by the beginnings of words. The expression is that of personHasWords() in lib/fold-name.ts.
CREATE INDEX "users_name_words_idx" ON "users" USING GIN (array_to_tsvector(array_remove(string_to_array(
  translate(CASE WHEN octet_length("name") = length("name") THEN lower("name")
    ELSE regexp_replace(lower(normalize("name", NFD)), U&'[\0300-\036f]', '', 'g') END, '-_.(', '    '),
  ' '), '')))
  WHERE "deactivated_at" IS NULL;

CREATE INDEX "memberships_managers_idx" ON "memberships"("channel_id", "user_id") WHERE "role" = 'manager';
