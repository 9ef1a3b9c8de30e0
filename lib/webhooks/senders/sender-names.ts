/** Finds senders by name as written at the end of a webhook's URL. Case, hyphens, underscores and dots don't matter. */
export class SenderNames<N extends string> {
  readonly #byFolded = new Map<string, { name: N; written: string }>();

  /** Throws if two senders have the same name. */
  constructor(senders: Iterable<readonly [name: N, aliases: readonly string[]]>) {
    for (const [name, aliases] of senders) {
      for (const written of [name, ...aliases]) {
        const other = this.#byFolded.get(foldedName(written));
        if (other) throw new Error(`The senders ${other.name} and ${name} can't both be called "${written}".`);
        this.#byFolded.set(foldedName(written), { name, written });
      }
    }
  }

  /** Returns the sender with this name, or null. */
  find(written: string): N | null {
    return this.#byFolded.get(foldedName(written))?.name ?? null;
  }

  /** Returns up to three names similar to an unknown one, the closest first, each of a different sender. */
  nearest(written: string): string[] {
    const typed = foldedName(written).slice(0, LONGEST);
    const near = [...this.#byFolded]
      .map(([known, sender]) => ({ ...sender, far: distance(typed, known) }))
      .filter(({ far }) => far <= Math.max(1, typed.length / 3))
      .sort((one, other) => one.far - other.far || one.written.localeCompare(other.written, "en"));
    const first = near.filter((each, index) => near.findIndex(({ name }) => name === each.name) === index);
    return first.slice(0, MOST_NEAR).map(({ written: name }) => name);
  }
}

const LONGEST = 40;
const MOST_NEAR = 3;
const SHORTEST_BEGINNING = 3;

/** Returns what spellings of a name have in common. */
export function foldedName(name: string): string {
  return name.toLowerCase().replace(/%20|[-_.]/g, "");
}

/**
 * Counts the letters that are missing, added, wrong or swapped with their neighbour. Less than one if one name starts
 * with the other.
 */
function distance(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= SHORTEST_BEGINNING && long.startsWith(short)) return 0.5;
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
