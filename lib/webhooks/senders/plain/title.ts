import { cut, isBlank, oneLine } from "@/lib/text";
import { capital, plainFilters, text } from "@/lib/webhooks/senders/described/filters";
import type { NamedEvent } from "@/lib/webhooks/senders/plain/event";
import {
  type Fact,
  isAddress,
  isOfActors,
  isOfOthers,
  isToken,
  type Part,
  word,
} from "@/lib/webhooks/senders/plain/parts";
import { type Reading, says } from "@/lib/webhooks/senders/plain/reading";

/** A card's title without a state, and the thing that it's about. */
export type Title = { title: string; thing: Part | null };

const LONGEST_SENTENCE = 120;
const LONGEST_READ = 10_000;

const NAMES =
  "title subject topic headline summary name label alertname displayname rule memo policy metric check monitor image package module artifact hostname host node device machine service domain reference pipeline workflow job task queue cluster database filename file path repository repo project".split(
    " ",
  );
const NUMBERS = ["key", "number"];
// What surrounds an event names it only by these, and people only if there is nothing else.
const SURROUNDING_NAMES = ["title", "name", "repository", "repo", "project"];
const PEOPLE = ["username", "login", "email"];
// The most telling of several names.
const FIRST_NAMES = ["full", "display", "alert", "condition", "check", "event", "rule"];
const TEXTS =
  "message text description body content details detail reason error comment note summary msg output statement log".split(
    " ",
  );

type Name = { fact: Fact; shown: string };
type Whose = "own" | "surroundings" | "all";

/**
 * Returns what happened to what: "Epic created: New Epic!", a sentence of the payload's, "web-3: Disk is full", or undefined
 * if the payload has none of that. `isGiven`: the event's words are a heading that always comes first.
 */
export function titleOf(reading: Reading, event: NamedEvent | undefined, isGiven: boolean): Title | undefined {
  const { own, things, parts } = reading;
  const words = new Set(event?.words.toLowerCase().split(" "));
  const meant = things.find((thing) => thing.words.some((each) => words.has(each))) ?? null;
  const ofEvent =
    (meant && nameOf(reading, [meant])) ??
    nameOf(reading, own) ??
    nameOf(reading, things) ??
    nameOf(reading, [...(meant ? [meant] : []), ...own, ...things], NUMBERS);
  const thing = meant ?? things.find((each) => each === ofEvent?.fact.part) ?? null;
  const nearby = parts.filter(({ kind }) => kind !== "actor");
  const ofSurroundings = () => nameOf(reading, nearby, SURROUNDING_NAMES, "surroundings");
  const anyName = () => nameOf(reading, parts, [...NAMES, ...PEOPLE], "all");
  const title = (said: string, name?: Name | undefined): Title => {
    reading.use(name?.fact);
    return { title: said, thing };
  };

  if (event !== undefined) {
    const said = isGiven ? event.words : capital(event.words);
    const name = ofEvent ?? ofSurroundings();
    if (name === undefined) {
      const sentence = withSentence(reading, said);
      const person = sentence === said ? anyName() : undefined;
      return person && !says(said, person.shown) ? title(`${said} by ${person.shown}`, person) : title(sentence);
    }
    if (says(said, name.shown)) return title(withSentence(reading, said));
    const isSaid = event.isKind
      ? /\S \S+ \S/.test(name.shown)
      : !isGiven && [...words].every((each) => says(name.shown, each));
    return title(isSaid ? name.shown : `${said}: ${name.shown}`, name);
  }
  if (ofEvent && /\s/.test(ofEvent.shown)) return title(ofEvent.shown, ofEvent);
  const name = ofEvent ?? ofSurroundings();
  const sentence = sentenceOf(reading);
  if (sentence !== undefined) {
    return name === undefined || says(sentence, name.shown)
      ? title(sentence)
      : title(`${name.shown}: ${sentence}`, name);
  }
  const any = name ?? anyName() ?? idOf(parts);
  return any && title(any.shown, any);
}

/** Returns the text of the event, longer than a title, without HTML. It's marked as shown. */
export function textOf(reading: Reading): string | undefined {
  const fact = reading.find(TEXTS, isText);
  reading.use(fact);
  return fact && plainOf(fact);
}

/** An event without a name gets a short sentence, if there is one. */
function withSentence(reading: Reading, event: string): string {
  const sentence = event.split(" ").length > 3 ? undefined : sentenceOf(reading);
  return sentence === undefined ? event : `${event}: ${sentence}`;
}

/** Returns the first line of the event's text. If that's the whole text, it's marked as shown. */
function sentenceOf(reading: Reading): string | undefined {
  const fact = reading.find(TEXTS, isText);
  const whole = fact ? plainOf(fact) : "";
  const [first = ""] = whole.slice(0, 1_000).split(/[\r\n]|(?<=[.!?])\s+(?=https?:)/);
  const said = oneLine(withoutMarkdown(first));
  if (isBlank(said) || isAddress(said)) return undefined;
  if (said === oneLine(whole) && said.length <= LONGEST_SENTENCE) reading.use(fact);
  return cut(said, LONGEST_SENTENCE);
}

function nameOf(reading: Reading, parts: readonly Part[], names = NAMES, whose: Whose = "own"): Name | undefined {
  for (const name of names) {
    for (const { facts } of parts) {
      const named = facts.filter(({ last, words }) => last === name && isOf(words, whose));
      for (const fact of named.length > 1 ? named.sort((a, b) => rank(a) - rank(b)) : named) {
        const shown = reading.isUsed(fact) ? undefined : shownName(fact);
        if (shown !== undefined) return { fact, shown };
      }
    }
  }
  return undefined;
}

function isOf(words: readonly string[], whose: Whose): boolean {
  return whose === "all" || !(whose === "own" ? isOfOthers(words) : isOfActors(words));
}

/** A plain "name" comes before a "condition_name", and a "full_name" before both. */
function rank({ words: [first = "", second] }: Fact): number {
  if (second === undefined) return 0.5;
  const place = FIRST_NAMES.indexOf(first);
  return place < 0 ? FIRST_NAMES.length : place;
}

function shownName({ last, value }: Fact): string | undefined {
  const shown = word(typeof value === "string" ? withoutMarkdown(value) : value);
  if (shown === undefined || isAddress(shown)) return undefined;
  return last === "number" ? `#${shown.replace(/^#/, "")}` : shown;
}

/** Returns an id that reads like a name, such as "dev-1". */
function idOf(parts: readonly Part[]): Name | undefined {
  const facts = parts.flatMap((part) => part.facts);
  const fact = facts.find(
    ({ last, value }) => last === "id" && /^(?=.*\p{L})[\w.-]{2,40}$/u.test(`${value}`) && !isToken(value),
  );
  return fact && { fact, shown: `${fact.value}` };
}

/** Whether a fact is text that a person can read. */
export function isText({ value }: Fact): boolean {
  return typeof value === "string" && !isBlank(value) && !isAddress(value);
}

function plainOf({ value }: Fact): string {
  const raw = text(value).slice(0, LONGEST_READ);
  return (/<\/?[a-z][^<>]*>/i.test(raw) ? text(plainFilters.text_of_html?.(raw)) : raw).trim();
}

function withoutMarkdown(value: string): string {
  const written = value.slice(0, 2_000);
  const withoutLinks = written.replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1");
  // Tools that write links escape Markdown in the rest.
  const unescaped = withoutLinks === written ? written : withoutLinks.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  return unescaped.replace(/\*\*([^*\s][^*]*)\*\*/g, "$1");
}
