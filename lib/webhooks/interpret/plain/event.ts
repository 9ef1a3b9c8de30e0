import { type Fact, isAddress, keyWords } from "@/lib/webhooks/interpret/plain/parts";
import { lineOf, type PlainReading } from "@/lib/webhooks/interpret/plain/reading";

/** What a payload calls its event, in words. `isKind`: only what kind of thing it is, such as "server". */
export type NamedEvent = { words: string; isKind: boolean };

const LONGEST_SENTENCE = 120;

// Keys whose values name the event, the most reliable first.
const EVENT_KEYS = [
  /^event( (type|name|code|action|kind|key)| type name)?$/,
  /^(trigger|webhook|hook|notification|change|update|record|activity|action|alert|detail|message) (type|name|code|action|kind|key|event)$/,
  /^(trigger|hook|notification)$/,
  /^(subscription|transaction|resource) (type|name)$/,
  /^(type|action|kind|topic|scope|operation|op|activity)$/,
];
// The last words of these keys.
const EVENT_WORDS = new Set(
  "event type name code action kind key trigger webhook hook notification topic scope operation op activity class".split(
    " ",
  ),
);
// A "topic" or an "alert name" can also be what a person wrote.
const CAN_BE_NAMES = /(^| )(topic|name)$/;
const VERB_KEYS = ["action", "verb", "op", "operation", "activity", "change type", "event action", "method"];
const NOUN_KEYS =
  "scope,module,object type,object kind,resource type,entity type,entity,object,resource,model,table,item type,type".split(
    ",",
  );
// Where events are named beside what they are about.
const ENVELOPES = /^(meta|metadata|subscription|webhook|config|headers?)$/;
// These say nothing by themselves.
const EMPTY = new Set(
  "event events notification webhook message alert hook record object payload data default generic unknown none post json audit".split(
    " ",
  ),
);
// Kubernetes calls an event "Warning".
const STATES_ONLY = /^(warning|error|critical|info|normal|problem)$/;
const VERBS = new Set(
  "create insert update upsert delete add remove open close change edit merge push publish start stop finish complete fail trigger resolve acknowledge assign archive restore subscribe unsubscribe bounce submit approve reject cancel renew upgrade install hire grab download import test ping new".split(
    " ",
  ),
);

/** Returns what the payload calls the event: a sentence, or a name such as "epic.created" as "epic created". */
export function eventOf(reading: PlainReading): NamedEvent | undefined {
  const envelopes = reading.parts.filter(({ words }) => ENVELOPES.test(words.join(" ")));
  const facts = [...reading.own, ...envelopes].flatMap((part) => part.facts);
  const named = EVENT_KEYS.flatMap((keys) => facts.filter((fact) => namesEvent(fact, keys)));
  const said = named.flatMap((fact) => {
    const shown = isAddress(fact.value) ? undefined : lineOf(fact, LONGEST_SENTENCE);
    return shown === undefined ? [] : [{ fact, shown }];
  });
  // What a person wrote says more than a name.
  const sentence = said.find(({ shown }) => /\S \S/.test(shown));
  if (sentence) {
    reading.use(sentence.fact);
    return { words: sentence.shown, isKind: false };
  }
  // "stream.online" beside the event says more than its "live".
  const first = said.find(({ shown }) => !EMPTY.has(shown.toLowerCase()));
  const isWord = first !== undefined && /^\p{L}+$/u.test(first.shown) && !isVerb(first.shown.toLowerCase());
  const outside = isWord ? said.filter(({ fact, shown }) => fact.part.kind !== "event" && /[._:]/.test(shown)) : [];
  for (const { fact, shown } of [...outside, ...said]) {
    const all = keyWords(withoutPath(shown)).filter((word) => !/^v?\d+$/.test(word));
    const words = all.filter((word, index) => word !== all[index - 1]);
    if (words.every((word) => EMPTY.has(word)) || (words.length === 1 && STATES_ONLY.test(words[0] ?? ""))) continue;
    reading.use(fact);
    return inWords(reading, fact, words);
  }
  const verb = reading.things.length > 0 ? verbOfThings(reading) : undefined;
  return verb === undefined ? undefined : { words: verb, isKind: false };
}

/** Returns an operation that the payload names beside the thing, such as "Create". */
function verbOfThings(reading: PlainReading): string | undefined {
  const fact = ["operation", "action", "verb", "op"]
    .flatMap((name) => reading.named(name))
    .find(({ part, words, value }) => part.kind === "thing" && words.length === 1 && isVerb(`${value}`.toLowerCase()));
  reading.use(fact);
  return fact && `${fact.value}`.toLowerCase();
}

/** Returns an event that a tool's description names, with what the payload says happened: "package created". */
export function describedEvent(
  reading: PlainReading,
  { tool, event }: { tool: string; event: string },
): NamedEvent | undefined {
  const all = keyWords(event);
  const words = all.length > 1 && all[0] === tool.toLowerCase() ? all.slice(1) : all;
  if (words.length === 0) return eventOf(reading);
  const saysWhat = words.some(isVerb);
  const verb = saysWhat ? undefined : valueAt(reading, VERB_KEYS);
  return { words: inPast([...words, verb].filter(Boolean).join(" ")), isKind: false };
}

function inWords(reading: PlainReading, fact: Fact, words: string[]): NamedEvent {
  if (words.length > 2 && words.at(-1) === "event") words.pop();
  if (words.length > 1) return { words: phraseOf(reading) ?? inPast(words.join(" ")), isKind: false };
  const [word = ""] = words;
  const verb = isVerb(word) ? undefined : valueAt(reading, VERB_KEYS, fact);
  const noun = isVerb(word) ? (valueAt(reading, NOUN_KEYS, fact) ?? onlyThing(reading)) : undefined;
  const isKind = !isVerb(word) && verb === undefined && /^(type|kind)$/.test(fact.words.join(" "));
  return { words: inPast([noun, word, verb].filter(Boolean).join(" ")), isKind };
}

function namesEvent({ words, last, value, part }: Fact, keys: RegExp): boolean {
  if (!EVENT_WORDS.has(last)) return false;
  const key = words.join(" ");
  // An event's name says what happened; another thing's name doesn't.
  const isKey = keys.test(key) || (part.words.join(" ") === "event" && /^(name|code|class)$/.test(key));
  const isPath = /^[a-z]+(\/[A-Za-z]+)+$/.test(`${value}`);
  if (!isKey || (!isPath && /^\S*(::|\/)\S*$|^[A-Z]\S*#/.test(`${value}`))) return false;
  return !CAN_BE_NAMES.test(key) || /^[a-z\d]+([._:-][a-z\d]+)+$/i.test(`${value}`);
}

/** "OCP\Files\NodeCreatedEvent" and "com.example.order.created" begin with where the name comes from. */
function withoutPath(name: string): string {
  return (name.split("\\").at(-1) ?? name).replace(/^(com|org|net|io|dev)\.[\w-]+\./, "");
}

/** Returns a short "Drift detected" in the payload, which says more than its event "assessment:drifted". */
function phraseOf(reading: PlainReading): string | undefined {
  const isPhrase = ({ words, value }: Fact) =>
    words.length === 1 && /^\p{Lu}[\p{L}\s-]{2,40}$/u.test(`${value}`) && /\S(ed|ing)\b/.test(`${value}`);
  const fact = reading.find(["message", "headline", "summary"], isPhrase);
  if (!fact || `${fact.value}`.split(" ").length > 4) return undefined;
  reading.use(fact);
  return `${fact.value}`;
}

/** Returns the value at one of these keys in words, and marks it as shown. */
function valueAt(reading: PlainReading, keys: readonly string[], except?: Fact): string | undefined {
  const facts = reading.own.flatMap((part) => part.facts).filter((fact) => fact !== except);
  for (const key of keys) {
    const fact = facts.find(({ words, value }) => words.join(" ") === key && !isAddress(value));
    const said = fact && lineOf(fact, 40);
    if (said === undefined || (EMPTY.has(said.toLowerCase()) && keys !== VERB_KEYS)) continue;
    reading.use(fact);
    return keyWords(said).join(" ");
  }
  return undefined;
}

function onlyThing({ own }: PlainReading): string | undefined {
  const things = own.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "thing"));
  return things.length === 1 ? things[0]?.words.join(" ") : undefined;
}

// "Lamp test" and "lamp open" aren't what was done to a lamp.
const NO_PAST = /^(test|ping|new|open)$/;

/** "package create" is "package created". */
function inPast(words: string): string {
  const [last = "", ...before] = words.split(" ").reverse();
  if (before.length === 0 || !VERBS.has(last) || NO_PAST.test(last)) return words;
  const past = /e$/.test(last)
    ? `${last}d`
    : /(submit|stop|ship)$/.test(last)
      ? `${last}${last.at(-1)}ed`
      : `${last}ed`;
  return [...before.reverse(), past].join(" ");
}

function isVerb(word: string): boolean {
  return /[^e]ed$/.test(word) || VERBS.has(word);
}
