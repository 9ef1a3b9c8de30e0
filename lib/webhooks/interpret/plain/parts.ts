import { Budget } from "@/lib/text/budget";
import { isBlank, oneLine } from "@/lib/text/text";
import { asText } from "@/lib/webhooks/interpret/described/filters";
import { bodyBudget, isObject, parseExactly, webUrl } from "@/lib/webhooks/payload/json-object";

// Why: docs/decisions/plain-cards.md

const MOST_FACTS = 200;
const MOST_KEYS = 200;
const DEEPEST = 3;
const LONGEST_JSON = 65_536;
const LONGEST_KEY = 60;
/** Longer texts are read as the event's text, never as one of its facts. */
const LONGEST_FACT = 200;

/** What is read of one payload, its lists' items included. Our examples need up to 700 nodes. */
const LIMITS = { nodes: 5_000, depth: 8, characters: 4 * LONGEST_JSON };

/** Returns the budget for everything that reads one payload for its plain card. */
export function plainBudget(): Budget {
  return new Budget(LIMITS);
}

/** What an object in a payload is: the event, something that only wraps it, who did it, what surrounds it, or a thing. */
export type Kind = "event" | "actor" | "surroundings" | "thing";

/** One value of a payload, with what its key says. */
export type Fact = {
  /** The key's words in lower case: "CanaryIP" is "canary ip". */
  words: readonly string[];
  /** The last word, which says what the value is. */
  last: string;
  value: string | number | boolean;
  part: PayloadPart;
};

/** An object of a payload. */
export type PayloadPart = {
  words: readonly string[];
  kind: Kind;
  depth: number;
  facts: Fact[];
  parts: PayloadPart[];
  lists: List[];
};

/** A list of a payload. */
export type List = { words: readonly string[]; items: readonly unknown[]; part: PayloadPart };

/** Returns the words of a list such as "id ids uuid". */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

// These only wrap an event.
const WRAPPERS = wordSet(
  "data event detail details payload body message notification attributes object resource eventdata item entity content record params result info context essentials activity extra model",
);
const ACTORS = wordSet(
  "user actor author sender owner creator by member person assignee reporter reviewer committer pusher requester requestor initiator submitter operator agent account userinfo who from first last nick given family middle",
);
const SURROUNDINGS = wordSet(
  "repository repo project organization organisation org workspace team tenant environment env site app application instance installation company board space links link meta metadata config settings request headers pagination previous changes change old before customer client server context source subscription webhook hook integration channel group label labels column field annotations tags tag branch revision head ref reference options parameters player scanner profile policy playback registry",
);

// "request" surrounds an event; a "review_request" is a thing.
const AMBIGUOUS = wordSet("request group source context link channel app changes");

/** Reads the payload's own values and those of its objects, at most three levels deep and two hundred in all. */
export function readParts(payload: object, budget: Budget): PayloadPart {
  let left = MOST_FACTS;
  const read = (object: object, words: readonly string[], kind: Kind, depth: number): PayloadPart => {
    const part: PayloadPart = { words, kind, depth, facts: [], parts: [], lists: [] };
    const inner: [object, readonly string[], string][] = [];
    const isAlone = depth === 1 && Object.keys(object).length <= 2;
    for (const [key, given] of withAttributes(entriesOf(object, budget), budget)) {
      if (left <= 0) break;
      const value = isAlone ? parsed(given, budget) : given;
      const named = keyWords(key);
      const last = named.at(-1) ?? "";
      const [inside, name] = isObject(value) && NAMED.has(last) ? nameInside(value) : [];
      const localized = isObject(value) ? localizedText(value) : undefined;
      if (localized !== undefined) {
        left -= 1;
        part.facts.push({ words: named, last, value: localized, part });
      } else if (name !== undefined && inside !== undefined) {
        left -= 1;
        part.facts.push({ words: named, last, value: name, part });
      } else if (Array.isArray(value) && value.length === 1 && isObject(value[0])) {
        inner.push([
          value[0],
          named.map((each, index) =>
            index === named.length - 1 ? each.replace(/ies$/, "y").replace(/(?<=ss|x|sh|ch)es$|(?<!s)s$/, "") : each,
          ),
          key,
        ]);
      } else if (Array.isArray(value)) part.lists.push({ words: named, items: value, part });
      else if (isObject(value)) inner.push([value, named, key]);
      else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
        left -= 1;
        const meant = withoutName(named, value);
        part.facts.push({ words: meant, last: meant.at(-1) ?? "", value, part });
      }
    }
    const person = personIn(part);
    if (person) part.facts.unshift(person);
    for (const [value, named, key] of inner) {
      if (left <= 0) break;
      const its = isNamedLikeEvent(key, part) ? "event" : kindOf(named, kind);
      // What only wraps the event doesn't count, unless it's nested absurdly.
      const below = its === "event" && depth < DEEPEST ? depth + 0.4 : depth + 1;
      if (below <= DEEPEST + 0.9) part.parts.push(budget.deeper(() => read(value, named, its, below)));
    }
    return part;
  };
  return read(expanded(payload, budget), [], "event", 1);
}

/** Returns the first text of `{ "en-US": "Hello", "de": "Hallo" }`. */
function localizedText(value: object): string | undefined {
  const keys = Object.keys(value);
  if (keys.length === 0 || keys.length > 30 || !keys.every((key) => /^[a-z]{2}([-_][A-Z]{2})?$/.test(key)))
    return undefined;
  const texts = Object.values(value);
  return texts.every((text) => typeof text === "string") ? texts[0] : undefined;
}

/** Returns the name of somebody whose first and last name are apart, as the first of all names. */
function personIn(part: PayloadPart): Fact | undefined {
  const [first, last] = ["first name", "last name"].map(
    (key) => part.facts.find(({ words, value }) => words.join(" ") === key && typeof value === "string")?.value,
  );
  if (!first || !last) return undefined;
  // A person's title isn't their name.
  part.facts = part.facts.map((fact) =>
    fact.last === "title" ? { ...fact, words: ["position"], last: "position" } : fact,
  );
  return { words: ["full", "name"], last: "name", value: `${first} ${last}`, part };
}

/** Forms write nested values as "order[customer][name]". */
function expanded(payload: object, budget: Budget): object {
  if (
    !Object.keys(payload)
      .slice(0, MOST_KEYS)
      .some((key) => /^\w+\[/.test(key))
  )
    return payload;
  const root: NestedValues = new Map();
  for (const [key, value] of entriesOf(payload, budget)) {
    const path = key
      .slice(0, LONGEST_KEY)
      .split(/[[\]]+/)
      .filter(Boolean)
      .slice(0, DEEPEST + 1);
    let at = root;
    for (const part of path.slice(0, -1)) {
      const next = at.get(part);
      const inner: NestedValues = next instanceof Map ? next : new Map();
      at.set(part, inner);
      at = inner;
    }
    at.set(path.at(-1) ?? key, value);
  }
  const plain = (nested: NestedValues): object =>
    Object.fromEntries([...nested].map(([key, value]) => [key, value instanceof Map ? plain(value) : value]));
  return plain(root);
}

type NestedValues = Map<string, unknown>;

/** Some tools put JSON into a form's field or a text. */
function parsed(value: unknown, budget: Budget): unknown {
  if (typeof value !== "string" || !/^\s*[[{]["[{\s]/.test(value.slice(0, 100)) || value.length > LONGEST_JSON)
    return value;
  try {
    budget.spendCharacters(value.length);
    return parseExactly(value, bodyBudget());
  } catch {
    return value;
  }
}

// Values that some tools wrap in an object with a name.
const NAMED = wordSet(
  "table status state severity priority type category level kind resolution environment result health outcome",
);

function nameInside(value: object): [string, string] | [] {
  for (const key of ["name", "title", "label", "value", "displayName", "display_name"]) {
    const name: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    if (typeof name === "string") return [key, name];
  }
  return [];
}

/** "check_state_name" is a check's state, and "status_text" a status. */
function withoutName(words: readonly string[], value: unknown): readonly string[] {
  const [before, last] = words.slice(-2);
  if (before === "last" && last === "event") return ["status"];
  // "buoy-17" names a device.
  if (last === "id" && before !== undefined && DEVICES.has(before) && !isToken(value) && /\p{L}/u.test(`${value}`)) {
    return words.slice(0, -1);
  }
  const names =
    last === "code"
      ? before === "status" && Number.isNaN(Number(value))
      : last === "name" || last === "text" || last === "label" || last === "value" || last === "str";
  return names && before !== undefined && words.length > 1 && NAMED.has(before) && before !== "type"
    ? words.slice(0, -1)
    : words;
}

const DEVICES = wordSet("device sensor");

function kindOf(words: readonly string[], parent: Kind): Kind {
  const last = words.at(-1) ?? "";
  if (parent === "event" && (WRAPPERS.has(words.join("_")) || WRAPPERS.has(last))) return "event";
  if (ACTORS.has(last)) return "actor";
  if (SURROUNDINGS.has(words.length === 1 || !AMBIGUOUS.has(last) ? last : "")) return "surroundings";
  return parent === "event" ? "thing" : parent;
}

/** Whether a key such as "user_name" or "repository_url" speaks of an actor or the surroundings. */
export function isOfOthers(words: readonly string[]): boolean {
  return words.slice(0, -1).some((word) => ACTORS.has(word) || SURROUNDINGS.has(word) || word === "commit");
}

/** Whether a key such as "pusher_name" speaks of a person. */
export function isOfActors(words: readonly string[]): boolean {
  return words.slice(0, -1).some((word) => ACTORS.has(word));
}

// Tools send the same keys again and again.
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 5_000;

/** Splits a key or an event's name into words: "htmlUrl" and "html_url" are "html url". */
export function keyWords(name: string): readonly string[] {
  const before = known.get(name);
  if (before) return before;
  const words = split(name);
  if (known.size >= MOST_KNOWN) known.clear();
  if (name.length <= LONGEST_KEY) known.set(name, words);
  return words;
}

function split(name: string): string[] {
  return name
    .slice(0, LONGEST_KEY)
    .replace(/^([A-Z]{4,})(NAME|URL|STATUS|TYPE|TIME|STATE|REASON)$/, "$1 $2")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Returns a short text or a number on one line, or undefined. */
export function word(value: unknown, longest = LONGEST_FACT): string | undefined {
  if (typeof value === "string" ? value.length > 10 * longest : typeof value !== "number") return undefined;
  const shown = oneLine(asText(value));
  return isBlank(shown) || shown.length > longest ? undefined : shown;
}

/** Returns an object's own entries, as far as the budget allows and at most as many as a card shows. */
function entriesOf(object: object, budget: Budget): [string, unknown][] {
  const keys = Object.keys(object).slice(0, MOST_KEYS);
  return keys.flatMap((key): [string, unknown][] => (budget.take() ? [[key, Reflect.get(object, key)]] : []));
}

/** Some tools put the event under a key that's called as the event is: "incident.created". */
function isNamedLikeEvent(key: string, { depth, facts }: PayloadPart): boolean {
  return depth === 1 && /[._:]/.test(key) && facts.some(({ value }) => value === key);
}

/** JSON:API puts an object's own values into "attributes". */
function withAttributes(entries: [string, unknown][], budget: Budget): [string, unknown][] {
  if (!entries.some(([key]) => key === "attributes")) return entries;
  return entries.flatMap(([key, value]) =>
    key === "attributes" && isObject(value) ? entriesOf(value, budget) : [[key, value]],
  );
}

// "https://…", "ada@example.com", "zen:ticket:9876" and "gid://shop/Order/12" say where something is, not what
// happened.
export function isAddress(value: unknown): boolean {
  const written = typeof value === "string" ? value.trim().slice(0, 2_000) : "";
  if (/\s/.test(written)) return false;
  return (
    webUrl(written) !== undefined ||
    /^[a-z][\w+.-]*:\/\/\S*$/i.test(written) ||
    /^(mailto:)?[^\s@]+@[^\s@]+$/i.test(written) ||
    /^(urn|arn):\S+$/i.test(written) ||
    /^[a-z][\w-]*:\S*[:/]\d+$/i.test(written) ||
    isToken(written)
  );
}

/** Whether a value is an id, a hash or a token, which says nothing to a reader. */
export function isToken(value: unknown): boolean {
  const written = typeof value === "string" ? value.trim().slice(0, 2_000) : "";
  if (/\s/.test(written)) return false;
  return (
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(written) ||
    /^(?=.*[a-f])(?=.*\d)[\da-f]{12,}$/i.test(written) ||
    /^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{24,}$/.test(written)
  );
}
