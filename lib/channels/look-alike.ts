import unhomoglyph from "unhomoglyph";

const MOST_KEPT = 5_000;
const seen = new Map<string, string>();

/**
 * What of a name the eye takes in: names that look alike have a form in common, "Deploys" with "dep1oys" and with one in Cyrillic
 * letters. The skeleton of Unicode's UTS #39 (unhomoglyph has its table), once as the name is written and once in lower case,
 * because a name is another's equal in any case. What is only a form of a letter, such as a wide one, is that letter.
 */
export function looks(name: string): ReadonlySet<string> {
  return new Set([skeleton(name).toLowerCase(), skeleton(name.toLowerCase()).toLowerCase()]);
}

/** Whether two names look alike, given their looks. */
export function lookAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((look) => other.has(look));
}

function skeleton(name: string): string {
  const visible = name.normalize("NFKD").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return [...visible].map(prototype).join("").normalize("NFD");
}

// The library searches its whole table for each text, so what it says of a character is kept: names use the same few.
function prototype(character: string): string {
  const known = seen.get(character);
  if (known !== undefined) return known;
  const found = unhomoglyph(character);
  if (seen.size >= MOST_KEPT) seen.clear();
  seen.set(character, found);
  return found;
}
