import { VARIABLES } from "@/lib/process/env-variables";

/** A variable that Parley doesn't read, and the one that was probably meant. */
export type MisspelledVariable = { name: string; meant: string };

const KNOWN: readonly string[] = Object.keys(VARIABLES);
// What other programs call the same thing, so that its misspellings are known too.
const ALSO_CALLED: ReadonlyMap<string, string> = new Map([
  ["SMTP_HOST", "SMTP_URL"],
  ["SMTP_SERVER", "SMTP_URL"],
]);
const PREFIX = /^PARLEY_/;
// Shorter names have too many neighbors.
const SHORTEST = 6;
const LONG = 12;
const LONGEST = 60;

/**
 * Returns the variables whose names are nearly those of variables that aren't set: with a typo, in lower case, or with
 * PARLEY_ in front. Never names any other, which belong to other programs.
 */
export function misspelledVariables(variables: Readonly<Record<string, string | undefined>>): MisspelledVariable[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    // Kubernetes and Docker describe a service called "parley" in PARLEY_PORT.
    if (!value || KNOWN.includes(name) || name.length > LONGEST || /^(tcp|udp):\/\//.test(value)) return [];
    const meant = meantBy(name.toUpperCase());
    return meant === null || variables[meant] ? [] : [{ name, meant }];
  });
}

/** Returns the sentence about a misspelled variable. */
export function misspelledText({ name, meant }: MisspelledVariable): string {
  return `Parley doesn't read ${name}. Did you mean ${meant}?`;
}

function meantBy(name: string): string | null {
  const plain = name.replace(PREFIX, "");
  const exact = KNOWN.find((known) => known === plain) ?? ALSO_CALLED.get(plain);
  if (exact !== undefined) return exact;
  const near = [...KNOWN, ...ALSO_CALLED.keys()]
    // Each missing letter is a mistake, and counting the others takes long.
    .filter((known) => Math.abs(known.length - plain.length) <= mostMistakes(plain, known))
    .map((known) => ({ known, distance: distanceBetween(plain, known) }))
    .filter(({ known, distance }) => distance <= mostMistakes(plain, known))
    .sort((a, b) => a.distance - b.distance)[0];
  return near === undefined ? null : (ALSO_CALLED.get(near.known) ?? near.known);
}

function mostMistakes(name: string, known: string): number {
  if (known.length < SHORTEST) return sortedLetters(name) === sortedLetters(known) ? 1 : 0;
  return known.length < LONG ? 1 : 2;
}

const sortedLetters = (text: string) => [...text].sort().join("");

/** Counts the letters to add, remove, replace or swap with the next one to get from one text to the other. */
function distanceBetween(from: string, to: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          (last?.[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last?.[column - 1] ?? 0) + (isSame ? 0 : 1),
          row > 1 && column > 1 && isSwapped ? (beforeLast?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last?.[to.length] ?? 0;
}
