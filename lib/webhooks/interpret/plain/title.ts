import { cut, isBlank, oneLine } from "@/lib/text/text";
import { asText, capital, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import type { NamedEvent } from "@/lib/webhooks/interpret/plain/event";
import {
  type Fact,
  isAddress,
  isOfActors,
  isOfOthers,
  isToken,
  type PayloadPart,
  word,
} from "@/lib/webhooks/interpret/plain/parts";
import { isPlace } from "@/lib/webhooks/interpret/plain/place";
import { type PlainReading, says } from "@/lib/webhooks/interpret/plain/reading";

/** What happened, to what, and the part of the payload that it's about. */
export type Said = { event: string; subject: string; thing: PayloadPart | null };

const LONGEST_SENTENCE = 120;
const LONGEST_READ = 10_000;

const NAMES =
  "title subject topic headline summary name label alertname displayname rule memo policy metric check action monitor image package module artifact hostname host node device machine service domain target reference pipeline workflow job task queue cluster database filename file path repository repo project".split(
    " ",
  );
const NUMBERS = ["key", "number"];
// What surrounds an event names it only by these, and people only if there is nothing else.
const SURROUNDING_NAMES = ["title", "name", "repository", "repo", "project", "slug"];
const PEOPLE = ["username", "login", "email"];
// The most telling of several names.
const FIRST_NAMES = ["full", "display", "alert", "condition", "check", "event", "rule"];
/** Keys of texts that people read. */
export const TEXTS =
  "message text description body content details detail reason error comment note summary msg output statement log data".split(
    " ",
  );

/** `isThing`: it's what the event is about, although its key could name a place. */
type Name = { fact: Fact; shown: string; isThing?: boolean };
type Whose = "own" | "surroundings" | "all" | "numbered";

/**
 * Returns what happened to what: "Epic created" to "New Epic!"; a sentence of the payload's, such as "web-3: Disk is full";
 * or undefined if the payload has none of that. `isGiven`: the event's words are a heading that always comes first.
 */
export function saidIn(reading: PlainReading, event: NamedEvent | undefined, isGiven: boolean): Said | undefined {
  const { own, things, parts } = reading;
  const words = new Set(event?.words.toLowerCase().split(" "));
  const around = parts.filter(({ kind }) => kind === "surroundings");
  const meant = [...things, ...around].find((thing) => thing.words.some((each) => words.has(each))) ?? null;
  const ofEvent =
    (meant && nameOf(reading, [meant])) ??
    namedByEvent(reading, own, words) ??
    nameOf(reading, own) ??
    nameOf(reading, things) ??
    nameOf(reading, [...(meant ? [meant] : []), ...own, ...things], NUMBERS, "numbered");
  const thing = meant ?? things.find((each) => each === ofEvent?.fact.part) ?? null;
  const nearby = parts.filter(({ kind }) => kind !== "actor");
  const ofSurroundings = () => nameOf(reading, nearby, SURROUNDING_NAMES, "surroundings");
  const anyName = () => nameOf(reading, parts, [...NAMES.filter((name) => !name.includes("host")), ...PEOPLE], "all");
  const found = (what: string, subject: string, name?: Name | undefined): Said => {
    reading.use(name?.fact);
    return { event: what, subject, thing };
  };

  // "Pod" says less than what happened to it.
  if (event !== undefined && !(event.isKind && !isGiven && reading.find(TEXTS, isSentence))) {
    const what = capital(event.words);
    const name = ofEvent ? onHost(reading, numbered(reading, ofEvent, nearby)) : ofSurroundings();
    if (name && isWhere(name)) return found(what, sentenceBeside(reading, what));
    if (name === undefined) {
      const sentence = sentenceBeside(reading, what);
      const person = sentence === "" ? anyName() : undefined;
      return person && !says(what, person.shown)
        ? found(`${what} by ${person.shown}`, "", person)
        : found(what, sentence);
    }
    if (says(what, name.shown)) return found(what, sentenceBeside(reading, what));
    const whole = wholeSentence(reading, name.shown);
    if (whole !== undefined && !isGiven) return found("", whole, name);
    const isSaid = event.isKind
      ? /\S \S+ \S/.test(name.shown)
      : !isGiven && [...words].every((each) => says(name.shown, each));
    return found(isSaid ? "" : what, name.shown, name);
  }
  if (ofEvent && /\s/.test(ofEvent.shown)) {
    // "Build failed" doesn't say of what.
    const near =
      ofEvent.shown.split(" ").length < 3
        ? nameOf(reading, nearby, SURROUNDING_NAMES.slice(1), "surroundings")
        : undefined;
    if (!near || isWhere(near) || says(ofEvent.shown, near.shown)) return found("", ofEvent.shown, ofEvent);
    reading.use(near.fact);
    return found("", `${ofEvent.shown}: ${near.shown}`, ofEvent);
  }
  const name = ofEvent ? onHost(reading, ofEvent) : ofSurroundings();
  const sentence = sentenceOf(reading);
  if (sentence !== undefined) {
    return name === undefined || isWhere(name) || says(sentence, name.shown)
      ? found("", sentence)
      : found("", `${name.shown}: ${sentence}`, name);
  }
  const any = name ?? anyName() ?? idOf(parts);
  return any && found("", any.shown, any);
}

/** Returns the text of the event, longer than a title, without HTML. It's marked as shown. */
export function eventText(reading: PlainReading): string | undefined {
  const fact = reading.find(TEXTS, isText);
  reading.use(fact);
  return fact && plainOf(fact);
}

/** Returns a short sentence of the payload's that says what happened to the thing with this name, and marks it as shown. */
function wholeSentence(reading: PlainReading, name: string): string | undefined {
  const fact = reading.find(["message", "title", "summary", "text", "headline"], ({ value }) => {
    const said = `${value}`.trim();
    return (
      said.length <= LONGEST_SENTENCE && said.length > name.length + 5 && !/[\n<]/.test(said) && saysWhat(said, name)
    );
  });
  reading.use(fact);
  return fact && oneLine(withoutMarkdown(`${fact.value}`));
}

function saysWhat(sentence: string, name: string): boolean {
  return sentence.includes(name) && /\w(ed|ing)\b|\b(is|was|has) /.test(sentence.replace(name, ""));
}

/** Returns a short sentence for an event without a name, or "" if the event is a sentence itself. */
function sentenceBeside(reading: PlainReading, event: string): string {
  return event.split(" ").length > 3 ? "" : (sentenceOf(reading) ?? "");
}

/** Returns the first line of the event's text. If that's the whole text, it's marked as shown. */
function sentenceOf(reading: PlainReading): string | undefined {
  const fact = reading.find(TEXTS, isText);
  const whole = fact ? plainOf(fact) : "";
  const [first = ""] = whole.slice(0, 1_000).split(/[\r\n]|(?<=[.!?])\s+(?=https?:)/);
  const said = oneLine(withoutMarkdown(first));
  if (isBlank(said) || isAddress(said)) return undefined;
  if (said === oneLine(whole) && said.length <= LONGEST_SENTENCE) reading.use(fact);
  return cut(said, LONGEST_SENTENCE);
}

/** "Object created" is about the `objectName`, not the `bucketName`. */
function namedByEvent(
  reading: PlainReading,
  own: readonly PayloadPart[],
  event: ReadonlySet<string>,
): Name | undefined {
  const among = new Set(own);
  const fits = ({ part, words }: Fact) =>
    words.length > 1 && among.has(part) && event.has(words[0] ?? "") && !isOfOthers(words);
  return firstNamed(reading, ["title", "name", "subject", "label"], fits);
}

function nameOf(
  reading: PlainReading,
  parts: readonly PayloadPart[],
  names = NAMES,
  whose: Whose = "own",
): Name | undefined {
  const among = new Set(parts);
  const fits = ({ words, part }: Fact) => among.has(part) && isOf(words, whose);
  return (
    (whose === "own" ? firstNamed(reading, names, (fact) => fact.words.length === 1 && fits(fact)) : undefined) ??
    firstNamed(reading, names, fits)
  );
}

function firstNamed(reading: PlainReading, names: readonly string[], fits: (fact: Fact) => boolean): Name | undefined {
  for (const name of names) {
    const named = reading.named(name).filter(fits);
    for (const part of new Set(named.map((fact) => fact.part))) {
      const here = named.filter((each) => each.part === part);
      for (const fact of here.length > 1 ? here.sort((a, b) => rank(a) - rank(b)) : here) {
        const shown = reading.isUsed(fact) ? undefined : shownName(fact);
        if (shown !== undefined) return { fact, shown: longer(fact, shown) };
      }
    }
  }
  return undefined;
}

/** "octocat/hello" beside "hello" says more. */
function longer({ part }: Fact, shown: string): string {
  const whole = part.facts.find(
    ({ value }) => typeof value === "string" && value.length < 100 && value.endsWith(`/${shown}`),
  );
  return whole && !isAddress(whole.value) ? `${whole.value}` : shown;
}

// A phone number or the number of an attempt names nothing.
const NUMBERED = /^((issue|ticket|order|invoice|build|pull|pr|run|case|job|incident|request) )?(number|key)$/;

function isOf(words: readonly string[], whose: Whose): boolean {
  if (whose === "numbered") return NUMBERED.test(words.join(" "));
  return whose === "all" || !(whose === "own" ? isOfOthers(words) : isOfActors(words));
}

/** A plain "name" comes before a "condition_name", and a "full_name" before both. */
function rank({ words: [first = "", second] }: Fact): number {
  if (second === undefined) return 0.5;
  const place = FIRST_NAMES.indexOf(first);
  return place < 0 ? FIRST_NAMES.length : place;
}

const HOSTS = new Set(["host", "hostname", "node", "machine"]);

function isWhere({ fact, isThing = false }: Name): boolean {
  return !isThing && isPlace(fact);
}

/** What a host with a service or check reports is about that. */
function onHost(reading: PlainReading, name: Name): Name {
  const fact = HOSTS.has(name.fact.last)
    ? reading.find(["service", "check"], ({ value }) => word(value, 60) !== undefined)
    : undefined;
  return fact === undefined || isAddress(fact.value) ? name : { fact, shown: `${fact.value}`, isThing: true };
}

/** A mere number needs what it's a number of: "my-pipeline #12". */
function numbered(reading: PlainReading, name: Name, parts: readonly PayloadPart[]): Name {
  if (!/^#?\d+$/.test(name.shown)) return name;
  const of = nameOf(reading, parts, ["pipeline", ...SURROUNDING_NAMES], "surroundings");
  return of && of.shown !== name.shown ? { ...name, shown: `${of.shown} ${name.shown}` } : name;
}

// Each fact is tried for several kinds of names.
const shownNames = new WeakMap<Fact, string | null>();

function shownName(fact: Fact): string | undefined {
  const known = shownNames.get(fact);
  if (known !== undefined) return known ?? undefined;
  const shown = readName(fact);
  shownNames.set(fact, shown ?? null);
  return shown;
}

function readName({ last, value }: Fact): string | undefined {
  const shown = word(typeof value === "string" ? withoutMarkdown(value) : value);
  // An action is what's named only if it's code.
  if (last === "action" && !/::|#/.test(`${value}`)) return undefined;
  if (shown === undefined || isAddress(shown) || /^0$|^\d+\.\d+$/.test(shown)) return undefined;
  return last === "number" ? `#${shown.replace(/^#/, "")}` : shown;
}

/** Returns an id that reads like a name, such as "dev-1". */
function idOf(parts: readonly PayloadPart[]): Name | undefined {
  const facts = parts.flatMap((part) => part.facts);
  const fact = facts.find(
    ({ last, value }) => last === "id" && /^(?=.*\p{L})[\w.-]{2,40}$/u.test(`${value}`) && !isToken(value),
  );
  return fact && { fact, shown: `${fact.value}` };
}

function isSentence(fact: Fact): boolean {
  return isText(fact) && /\S\s\S/.test(`${fact.value}`);
}

/** Whether a fact is text that a person can read. */
export function isText({ value }: Fact): boolean {
  return typeof value === "string" && !isBlank(value) && !isAddress(value);
}

function plainOf({ value }: Fact): string {
  const raw = asText(value).slice(0, LONGEST_READ);
  return (/<\/?[a-z][^<>]*>/i.test(raw) ? asText(plainFilters.text_of_html?.(raw)) : raw).trim();
}

function withoutMarkdown(value: string): string {
  const written = value.slice(0, 2_000);
  const withoutLinks = written.replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1");
  // Tools that write links escape Markdown in the rest.
  const unescaped = withoutLinks === written ? written : withoutLinks.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  return unescaped.replace(/\*\*([^*\s][^*]*)\*\*/g, "$1");
}
