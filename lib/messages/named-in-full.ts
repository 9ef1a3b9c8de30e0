import { db } from "@/lib/db/client";
import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { oneOf } from "@/lib/messages/markdown/mention-grammar";
import { outsideCode } from "@/lib/messages/markdown/outside-code";
import { codePoints } from "@/lib/text";

/** A person whom a text may name. */
type Named = { id: bigint; name: string };

// A sign within a word, an address or a path names nobody, nor does one that is escaped.
const notAfter = String.raw`(?<![A-Za-z0-9_@#\/&=.\`\\+<])`;
// A name ends where none could go on: "@Ann-Lee" and "@ann.lee" aren't Ann. Scripts that write without spaces go on at once.
const notBefore = String.raw`(?![\-.\/@]?[[\p{L}\p{N}_]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]])`;
const SIGN = new RegExp(`${notAfter}@(?=\\S)`, "gv");

const LONGEST_NAME = 80;
// Nobody names more people than this one by one.
const MOST = 100;

/**
 * The text with `<@id>` for each "@Name" that is a person's whole name, whatever its case: of names that begin alike, the longest. A
 * name that two people have stays text, and so does all of it where ids would make it longer than a message may be.
 */
export async function withNamesAsIds(source: string): Promise<string> {
  const beginnings = beginningsIn(source);
  if (beginnings.length === 0) return source;
  const people = await db().$queryRaw<Named[]>`
    SELECT id, name FROM users WHERE deactivated_at IS NULL AND EXISTS (
      SELECT FROM unnest(${beginnings}::text[]) AS t(beginning) WHERE starts_with(lower(beginning), lower(name)))`;
  const named = nameThem(source, people);
  return codePoints(named) > MESSAGE_LIMIT ? source : named;
}

/** What follows each sign in the text, as far as a name may reach. */
export function beginningsIn(source: string): string[] {
  if (!source.includes("@")) return [];
  const found = new Set<string>();
  outsideCode(source, (piece) => {
    for (const { index } of piece.matchAll(SIGN)) {
      if (found.size >= MOST) break;
      const line = piece.slice(index + 1, index + 1 + LONGEST_NAME * 2).split("\n", 1)[0] ?? "";
      found.add(line.toWellFormed());
    }
    return piece;
  });
  return [...found];
}

/** The text with the ids of these people for their names. */
export function nameThem(source: string, people: readonly Named[]): string {
  const ids = new Map<string, bigint | null>();
  for (const { id, name } of people) {
    const key = name.toLowerCase();
    // These two are for all members.
    if (key !== "everyone" && key !== "here") ids.set(key, ids.has(key) ? null : id);
  }
  if (ids.size === 0) return source;
  const pattern = new RegExp(`${notAfter}@(${oneOf(ids.keys())})${notBefore}`, "giv");
  return outsideCode(source, (piece) =>
    piece.replace(pattern, (whole, name: string) => {
      const id = ids.get(name.toLowerCase());
      return id ? `<@${id}>` : whole;
    }),
  );
}
