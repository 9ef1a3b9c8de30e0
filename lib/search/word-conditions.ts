import { Prisma } from "@/lib/db/generated/client";
import type { ReadingClient } from "@/lib/db/heavy-read";
import type { Term } from "@/lib/search/parse-query";

// As `parley_search_text` cuts words, in code points.
const LONGEST_WORD = 200;

/** Words of a message's text that must follow one another; of the last only the beginning, unless it is `whole`. */
type Words = { words: string[]; whole: boolean };

/** The terms as messages are searched for them; a term without a letter or a number is left out. */
export async function foldTerms(client: ReadingClient, terms: readonly Term[]): Promise<Words[]> {
  if (terms.length === 0) return [];
  const rows = await client.$queryRaw<{ folded: string }[]>`
    SELECT parley_search_text(t.said, NULL) AS folded
    FROM unnest(${terms.map(({ text }) => text)}::text[]) WITH ORDINALITY AS t(said, place) ORDER BY t.place`;
  return rows.flatMap(({ folded }, place) => {
    const { words, cut } = upToLongWord(folded.split(" ").filter(Boolean));
    return words.length === 0 ? [] : [{ words, whole: !cut && (terms[place]?.quoted ?? false) }];
  });
}

/** Of a word that is too long for the index only the beginning can be found, and no word after it. */
function upToLongWord(words: readonly string[]): { words: string[]; cut: boolean } {
  const place = words.findIndex((word) => [...word].length > LONGEST_WORD);
  if (place === -1) return { words: [...words], cut: false };
  const beginning = [...(words[place] ?? "")].slice(0, LONGEST_WORD).join("");
  return { words: [...words.slice(0, place), beginning], cut: true };
}

/** What the index is asked for: all these words, in any order. Null when there are none. */
export function indexQuery(found: readonly Words[]): string | null {
  const query = found.flatMap(({ words, whole }) =>
    words.map((word, place) => `'${word}'${place === words.length - 1 && !whole ? ":*" : ""}`),
  );
  return query.length === 0 ? null : query.join(" & ");
}

/** SQL that says whether the message `m` has the words in their order, which the index doesn't know. */
export function inOrder(found: readonly Words[]): Prisma.Sql[] {
  return found.filter(({ words }) => words.length > 1).map(inARow);
}

function inARow({ words, whole }: Words): Prisma.Sql {
  return Prisma.sql`position(${` ${words.join(" ")}${whole ? " " : ""}`} IN
    regexp_replace(' ' || parley_search_text(m.content, m.embeds) || ' ', ' +', ' ', 'g')) > 0`;
}
