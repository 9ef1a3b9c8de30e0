import { type Fact, isAddress, isToken, word } from "@/lib/webhooks/interpret/plain/parts";
import { type PlainReading, says } from "@/lib/webhooks/interpret/plain/reading";

// Keys of where something happened, the larger places first.
const PLACES = [
  ["project", "repository", "repo", "application", "app", "site", "cluster", "service", "environment", "env"],
  ["namespace", "server", "host", "hostname", "node", "machine", "instance", "device", "region"],
].flat();
const NAMES = /^(name|title|slug|full name|display name|path with namespace)$/;
const NOWHERE = /^(unknown|none|null|default|n\/a|all|true|false|-)$/i;
// Not a number, and not "$SERVICE".
const NAME = /^(?![\d.]+$)[\p{L}\p{N}]/u;
const MOST = 2;
const LONGEST = 60;

/** Returns how large a place the fact names, 0 for the largest, or null if it names none. */
function sizeOf({ words, part, value }: Fact): number | null {
  const [first = "", ...others] = words;
  const rest = others.join(" ");
  const inside = part.words.length === 1 && NAMES.test(words.join(" ")) ? (part.words[0] ?? "") : "";
  const size = PLACES.indexOf(inside || (rest === "" || NAMES.test(rest) ? first : ""));
  return size < 0 || part.kind === "actor" || nameIn(value) === undefined ? null : size;
}

function nameIn(value: Fact["value"]): string | undefined {
  const name = typeof value === "string" && !isAddress(value) && !isToken(value) ? word(value, LONGEST + 1) : undefined;
  return name === undefined || name.length > LONGEST || NOWHERE.test(name) || !NAME.test(name) ? undefined : name;
}

/** Returns whether the fact names a place, such as `host` or the name of a `repository`. */
export function isPlace(fact: Fact): boolean {
  return sizeOf(fact) !== null;
}

/** Returns up to two places that the card doesn't name yet, the larger first, and marks them as shown. */
export function placesIn(reading: PlainReading, said: string): string[] {
  const found = reading.parts
    .flatMap(({ facts }) => facts)
    .flatMap((fact) => {
      const size = reading.isUsed(fact) ? null : sizeOf(fact);
      const name = size === null ? undefined : nameIn(fact.value);
      return size === null || name === undefined ? [] : [{ fact, size, name }];
    })
    // "octocat/hello" beside "hello" says more.
    .sort((one, other) => one.size - other.size || other.name.length - one.name.length);
  const places: string[] = [];
  for (const { fact, name } of found) {
    const isKnown = places.some((place) => says(place, name));
    if (says(said, name) || (!isKnown && places.length === MOST)) continue;
    reading.use(fact);
    if (!isKnown) places.push(name);
  }
  return places;
}
