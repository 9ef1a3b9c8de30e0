-- A text without case, width and accents, to compare what people type. It's the twin of foldText() in lib/fold-text.ts, and names only
-- what is in pg_catalog, because indexes of names use it. Z003B is a semicolon, at which the migrations' engine would cut.
CREATE FUNCTION parley_fold(said TEXT) RETURNS TEXT
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 20 AS U&'
BEGIN
  IF octet_length(said) = length(said) THEN
    RETURN lower(said COLLATE "C")Z003B
  END IFZ003B
  -- Accents, and what no one sees.
  said := lower(regexp_replace(normalize(said, NFKD), ''[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]+'', '''', ''g''))Z003B
  IF octet_length(said) = length(said) THEN
    RETURN saidZ003B
  END IFZ003B
  said := replace(replace(replace(replace(said, ''ß'', ''ss''), ''æ'', ''ae''), ''œ'', ''oe''), ''þ'', ''th'')Z003B
  IF said ~ ''[ςıøłđðħŧ٠-٩۰-۹]'' THEN
    said := translate(said, ''ςıøłđðħŧ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'', ''σiolddht01234567890123456789'')Z003B
  END IFZ003B
  RETURN saidZ003B
END
' UESCAPE 'Z';

-- Messages that this one has indexed are found by its words until they are indexed again.
ALTER FUNCTION parley_search_text(TEXT, JSONB) RENAME TO parley_search_text_1;

-- What a message says, as it is searched: the words of its text and of its embeds' texts, folded, with spaces between them. It's the
-- twin of wordsOf() in lib/search/words.ts, which says what a word is. Instances of the version before use it too, by its name.
CREATE FUNCTION parley_search_text(content TEXT, embeds JSONB) RETURNS TEXT
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 300 AS U&'
DECLARE
  said TEXT := coalesce(content, '''')Z003B
  card JSONBZ003B
  fields JSONBZ003B
BEGIN
  IF jsonb_typeof(embeds) = ''array'' THEN
    FOR i IN 0 .. jsonb_array_length(embeds) - 1 LOOP
      card := embeds->iZ003B
      fields := card->''fields''Z003B
      said := concat_ws(E''\n'', said, card->>''title'', card->>''description'')Z003B
      IF jsonb_typeof(fields) = ''array'' THEN
        FOR j IN 0 .. jsonb_array_length(fields) - 1 LOOP
          said := concat_ws(E''\n'', said, fields->j->>''name'', fields->j->>''value'')Z003B
        END LOOPZ003B
      END IFZ003B
      said := concat_ws(E''\n'', said, card->''author''->>''name'', card->''footer''->>''text'')Z003B
    END LOOPZ003B
  END IFZ003B
  -- Most texts are plain ASCII, and for them this is quick.
  IF octet_length(said) = length(said) THEN
    said := lower(said COLLATE "C")Z003B
  ELSE
    said := parley_fold(said)Z003B
    IF octet_length(said) > length(said) THEN
      said := regexp_replace(said, ''[\u0080-\u00a1\u00a6\u00a8\u00ab\u00af\u00b4\u00b7\u00b8\u00bb\u00bf\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u060d\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u2000-\u2029\u202f-\u205f\u3000-\u3004\u3008-\u3020\u3030\ufe10-\ufe1f\ufe30-\ufe6f]+'', '' '', ''g'')Z003B
      said := regexp_replace(said, ''[\u00a2-\u00a5\u00a7\u00a9\u00ac\u00ae\u00b0\u00b1\u00b6\u00d7\u00f7\u20a0-\u20cf\u2190-\u22ff\u2300-\u2bff\u2e80-\u2fff\u3005-\u3007\u3021-\u302f\u3031-\u30ff\u3400-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff]'', '' \& '', ''g'')Z003B
    END IFZ003B
  END IFZ003B
  -- Markdown''s backslashes and bold, and what every link has.
  IF strpos(said, ''\'') > 0 THEN
    said := regexp_replace(said, ''\\([!-/:-@[-`{-~])'', ''\1'', ''g'')Z003B
  END IFZ003B
  said := replace(replace(said, ''://'', '' ''), ''**'', '' '')Z003B
  IF said ~ ''[#$%&*+<=>@^|~]|[!#-&(-/:-@[\]^{-~]{2}|[0-9]\.[0-9]'' THEN
    said := regexp_replace(said, ''([^\u0001-`{-\u007f])([0-9]+)(?=\.[0-9])'', ''\1\2 \2'', ''g'')Z003B
    -- replace() is many times as fast as a pattern. Without signs in a row, all of these only separate.
    IF said !~ ''[!#-&(-/:-@[\]^{-~]{2}'' THEN
      said := replace(replace(replace(replace(said, ''.'', '' ''), ''-'', '' ''), '','', '' ''), chr(10), '' '')Z003B
    END IFZ003B
    said := regexp_replace(said, ''[!#-&(-/:-@[\]^{-~]{2,}|[#$%&*+<=>@^|~]'', '' \& '', ''g'')Z003B
    said := regexp_replace(said,
      ''[\u0001-\u001f"''''\\_`\u007f]+|(?<![!#-&(-/:-@[\]^{-~])[!(),\-./:Z003B?[\]{}](?![!#-&(-/:-@[\]^{-~])'', '' '', ''g'')Z003B
  ELSE
    said := regexp_replace(said, ''[\u0001-\u001f!-/:-@[-`{-\u007f]+'', '' '', ''g'')Z003B
  END IFZ003B
  -- A word of a tsvector has at most 2046 bytes, and all its words together 1 MB.
  IF octet_length(said) > 2046 THEN
    said := regexp_replace(left(said, 200000), ''([^ ]{200})'', ''\1 '', ''g'')Z003B
  END IFZ003B
  RETURN saidZ003B
END
' UESCAPE 'Z';

-- Null for messages that were indexed before. Those from now on get the default, by whichever version.
ALTER TABLE "message_search" ADD COLUMN "rule" SMALLINT;
ALTER TABLE "message_search" ALTER COLUMN "rule" SET DEFAULT 2;
