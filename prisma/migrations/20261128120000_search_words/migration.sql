-- The parts of a word by which it's found if a search has the middle or the end of it: each three characters in a row, except those
-- at its start, by which the words' index finds it already. ~003B is a semicolon, at which the migrations' engine would cut.
CREATE FUNCTION parley_word_parts(word TEXT) RETURNS TEXT[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 300 AS U&'
DECLARE
  parts TEXT[] := ''{}''~003B
BEGIN
  FOR i IN 2 .. length(word) - 2 LOOP
    parts := parts || substr(word, i, 3)~003B
  END LOOP~003B
  RETURN parts~003B
END
' UESCAPE '~';

-- CreateTable
CREATE TABLE "search_words" (
    "word" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word")
);

-- CreateIndex
CREATE INDEX "search_words_parts_idx" ON "search_words" USING GIN (parley_word_parts("word")) WITH (gin_pending_list_limit = 256);

-- CreateTable
CREATE TABLE "search_words_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "listed_to" BIGINT,
    "checked_to" TEXT NOT NULL,

    CONSTRAINT "search_words_progress_pkey" PRIMARY KEY ("id")
);
