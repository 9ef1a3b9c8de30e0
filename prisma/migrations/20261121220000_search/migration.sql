-- What a message says, as it is searched: the words of its text and of its embeds' texts, in lower case and without accents,
-- with spaces between them. A character that is written without spaces (Chinese, Japanese, emoji) is a word of its own.
-- It names only what is in pg_catalog, because an analyze or a restore calls it with that search path alone.
-- ~003B is a semicolon, at which the migrations' engine would cut.
CREATE FUNCTION parley_search_text(content TEXT, embeds JSONB) RETURNS TEXT
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 300 AS U&'
DECLARE
  said TEXT := coalesce(content, '''')~003B
  cards TEXT~003B
BEGIN
  IF embeds IS NOT NULL THEN
    cards := (
      jsonb_path_query_array(embeds, ''$[*].title'') || jsonb_path_query_array(embeds, ''$[*].description'')
      || jsonb_path_query_array(embeds, ''$[*].fields[*].name'') || jsonb_path_query_array(embeds, ''$[*].fields[*].value'')
      || jsonb_path_query_array(embeds, ''$[*].author.name'') || jsonb_path_query_array(embeds, ''$[*].footer.text''))::text~003B
    -- JSON writes a line break as \n: such escapes separate words.
    IF strpos(cards, ''\'') > 0 THEN
      cards := regexp_replace(cards, ''\\(u[0-9a-f]{4}|.)'', '' '', ''g'')~003B
    END IF~003B
    said := said || '' '' || cards~003B
  END IF~003B
  -- Most texts are plain ASCII, and for them this is quick.
  IF octet_length(said) > length(said) THEN
    -- Accents, and what nobody sees.
    said := regexp_replace(normalize(said, NFD),
      ''[\u00ad\u0300-\u036f\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff]+'', '''', ''g'')~003B
    -- Spaces, punctuation, arrows.
    said := regexp_replace(said,
      ''[\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u1680\u2000-\u206f\u20a0-\u20cf\u2190-\u22ff\u3000-\u3004\u3007-\u3020\u3030\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+'',
      '' '', ''g'')~003B
    said := regexp_replace(said,
      ''([\u2300-\u2bff\u2e80-\u2fff\u3005\u3006\u3021-\u302f\u3031-\u30ff\u3400-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff])'',
      '' \1 '', ''g'')~003B
  END IF~003B
  said := lower(regexp_replace(said, ''[\u0001-\u001f!-/:-@[-`{-\u007f]+'', '' '', ''g''))~003B
  -- A word of a tsvector has at most 2046 bytes, and all its words together 1 MB.
  IF octet_length(said) > 2046 THEN
    said := regexp_replace(left(said, 200000), ''([^ ]{200})'', ''\1 '', ''g'')~003B
  END IF~003B
  RETURN said~003B
END
' UESCAPE '~';

-- CreateTable
CREATE TABLE "message_search" (
    "message_id" BIGINT NOT NULL,
    "document" TSVECTOR NOT NULL,

    CONSTRAINT "message_search_pkey" PRIMARY KEY ("message_id")
);

-- CreateTable
CREATE TABLE "search_progress" (
    "channel_id" BIGINT NOT NULL,
    "rev" BIGINT NOT NULL,

    CONSTRAINT "search_progress_pkey" PRIMARY KEY ("channel_id")
);

-- CreateIndex
CREATE INDEX "message_search_document_idx" ON "message_search" USING GIN ("document");

-- AddForeignKey
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_progress" ADD CONSTRAINT "search_progress_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
