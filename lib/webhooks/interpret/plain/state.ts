import { CARD_SEVERITIES, type CardSeverity, type StateTone } from "@/lib/messages/dto";
import { asText, capital } from "@/lib/webhooks/interpret/described/filters";
import { type Fact, isOfOthers, type PayloadPart, word, wordSet } from "@/lib/webhooks/interpret/plain/parts";
import type { PlainReading } from "@/lib/webhooks/interpret/plain/reading";
import { toneOfState } from "@/lib/webhooks/interpret/plain/words/states";

/** An event's state, its tone, and the fact that says it. Without one, the event or the title says it. */
export type State = { shown: string; tone: StateTone; fact?: Fact };

// The result comes first: a finished build can have failed.
const STATES = ["conclusion", "result", "outcome", "verdict", "status", "state", "health", "condition"];
const SEVERITIES = ["severity", "level", "priority", "urgency", "criticality", "risk"];
// How urgent a ticket is doesn't make it bad.
const URGENCIES = wordSet("priority urgency");
const GOOD = wordSet("ok success successful succeeded passed healthy up resolved online available recovered");
const BAD = wordSet("failed failure error errored down firing alerting broken unhealthy offline breached crashed");
const ALERTS = wordSet("alert incident problem alarm outage");
const ALARMS = wordSet("alert incident outage error exception crash violation attack intrusion threat alarm");
// What can be closed without anything having been wrong.
const CLOSABLE = /\b(issues?|tickets?|tasks?|cases?|todos?|stor(y|ies)|conversations?|bugs?)\b/i;
const OPEN =
  /^(re-?)?open(ed)?$|^(activated?|new|created|started|ongoing|unresolved|investigating|identified|true|[1-9]\d*)$/i;
const IS_OVER = /(?<!not |un)\b(recover(ed|y)|resolved?|clear(ed)?|back (up|online|to normal))\b/i;
// These say how the request or somebody's access is, not the event.
const OTHER_STATES = wordSet("delivery attempt retry api access webhook notification subscription");
// Kubernetes calls an event's state its type.
const STATES_ONLY = /^(warning|error|critical)$/i;
const TYPES = /^(event )?(type|kind)$|^event$/;
const FAILURES = ["failures", "failed", "errors", "failing", "drift"];
const SUCCESSES = ["succeeded", "passed"];
const SAID = /(?<!\b(?:0|no|not|without)\s)\b(failed|failure|is down|is offline|has crashed|unreachable)\b/i;

/** What the rules below look at. */
type StateInput = {
  event: string;
  title: string;
  parts: readonly PayloadPart[];
  /** Facts of the event and its things by the last word of their key, the event's own first. */
  named: (name: string) => readonly Fact[];
  state: Fact | undefined;
  severity: Fact | undefined;
  byEvent: State | null;
  isAlert: boolean;
};

/** What a payload says about how things are. */
export type Found = { state: State | null; severity: Fact | undefined };

/**
 * Returns the state of the event itself or of the thing it's about, never that of a repository or person next to it, and
 * how severe it is. An open alert is as bad as its severity; for a closed one, the severity doesn't matter. The first rule
 * that finds a state decides.
 */
export function stateIn(reading: PlainReading, thing: PayloadPart | null, event: string, title: string): Found {
  const seen = look(reading, thing, event, title);
  for (const rule of RULES) {
    const state = rule(seen, thing);
    if (state) return { state, severity: seen.severity };
  }
  return { state: null, severity: seen.severity };
}

/** Returns the severity that a fact says, if it has one of the words. How urgent a ticket is isn't one. */
export function severityIn(fact: Fact | undefined): CardSeverity | undefined {
  const word = fact && !URGENCIES.has(fact.last) ? asText(fact.value).trim().toLowerCase() : "";
  return CARD_SEVERITIES.find((severity) => severity === word);
}

function look(reading: PlainReading, thing: PayloadPart | null, event: string, title: string): StateInput {
  const events = eventParts(reading.root);
  const things = events.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "thing"));
  const parts = [...events, ...(thing ? [thing] : []), ...things.filter((each) => each !== thing)];
  const place = new Map(parts.map((part, index) => [part, index]));
  const placeOf = ({ part }: Fact) => place.get(part) ?? -1;
  const named = (name: string) =>
    reading
      .named(name)
      .filter((fact) => placeOf(fact) >= 0 && !isOfOthers(fact.words) && !isOfRequest(fact))
      .sort((one, other) => placeOf(one) - placeOf(other));
  const severities = SEVERITIES.flatMap(named).filter((fact) => word(fact.value, 40) !== undefined && isSeverity(fact));
  const said = STATES.flatMap((name) => named(name).filter((fact) => isState(fact)));
  // A word says more than a code next to it.
  const own = said.filter(({ part }) => part.kind === "event" || part === thing);
  const isWord = ({ value }: Fact) => !/^\d+$/.test(asText(value));
  const words = [...event.split(" "), ...parts.flatMap((part) => part.words)];
  const isAlert =
    words.some((each) => ALERTS.has(each)) ||
    events.some(({ facts }) => facts.some((fact) => fact.words.length > 1 && fact.words[0] === "alert")) ||
    named("type").some(({ value }) => ALERTS.has(`${value}`.toLowerCase()));
  return {
    event,
    title,
    parts,
    named,
    state: own.find(hasTone) ?? own.find(isWord) ?? said.find(hasTone) ?? said.find(isWord) ?? said[0],
    severity: severities.find(hasTone) ?? severities[0],
    byEvent: stateOfEvent(event, isAlert),
    isAlert,
  };
}

const RULES: readonly ((seen: StateInput, thing: PayloadPart | null) => State | null)[] = [
  cleared,
  ofFailures,
  over,
  ofState,
  ofAnswer,
  ofBadEvent,
  ofHttpCode,
  ofCounts,
  ofNumber,
  ofSeverity,
  ({ byEvent }) => byEvent,
  ofType,
  ofTitle,
  ofAlarm,
];

function cleared({ named }: StateInput): State | null {
  const fact = ["clear", "cleared"].flatMap(named).find(({ value, words }) => value !== false && words.length === 1);
  return fact ? { shown: "cleared", tone: "good", fact } : null;
}

/** "Resolved" says more than how severe it was, or than the state of something next to it. */
function over({ event, state, byEvent }: StateInput, thing: PayloadPart | null): State | null {
  if (byEvent?.tone !== "good") return null;
  const isBeside = state !== undefined && state.part.kind === "thing" && state.part !== thing;
  return isBeside || (IS_OVER.test(event) && !(state && toneOfState(asText(state.value)) === "good")) ? byEvent : null;
}

function ofState({ state, severity, byEvent, isAlert, event, title }: StateInput): State | null {
  if (!state || isNumber(state)) return null;
  const shown = asText(state.value);
  const isKnown = toneOfState(shown) !== null;
  // "x81kq0" is an id and not a word.
  if (!isKnown && /^\S*\d\S*$/.test(shown)) return null;
  if (!isKnown && (byEvent !== null || (severity !== undefined && hasTone(severity)))) return null;
  const isHarmless = /^closed$/i.test(shown) && !isAlert && !CLOSABLE.test(`${event} ${title}`);
  return { shown, tone: isHarmless ? "none" : toneOf(shown, severity, isAlert), fact: state };
}

function ofAnswer({ named, byEvent }: StateInput): State | null {
  const isAnswer = ({ value, words }: Fact) => /^(true|false)$/i.test(`${value}`) && words.length < 3;
  const fact = [...GOOD, ...BAD].flatMap(named).find(isAnswer);
  if (!fact || byEvent?.tone === "bad") return null;
  const isGood = GOOD.has(fact.last) === /^true$/i.test(`${fact.value}`);
  return { shown: isGood ? "OK" : "Failed", tone: isGood ? "good" : "bad", fact };
}

/** What happened says more than an HTTP status or a count. */
function ofBadEvent({ byEvent }: StateInput): State | null {
  return byEvent?.tone === "bad" ? byEvent : null;
}

function ofHttpCode({ named }: StateInput): State | null {
  const isCode = ({ words, value }: Fact) =>
    /^[1-5]\d\d$/.test(`${value}`) && words.some((each) => /^(http|status|response)$/.test(each));
  const fact = ["code", "status"].flatMap(named).find(isCode);
  const code = Number(fact?.value);
  // A redirect is neither good nor bad.
  if (!fact || (code >= 300 && code < 400) || code < 200) return null;
  return { shown: `HTTP ${code}`, tone: code < 300 ? "good" : "bad", fact };
}

/** What's finished isn't good if a part of it failed. */
function ofFailures({ named, state, byEvent }: StateInput): State | null {
  const isOver = [byEvent?.tone, state && (toneOfState(asText(state.value)) ?? "progress")].includes("good");
  return isOver ? failuresIn(named) : null;
}

function failuresIn(named: StateInput["named"]): State | null {
  const fact = FAILURES.flatMap(named).find(
    (each) => (each.words.length === 1 || each.last === "drift") && isSome(each),
  );
  if (!fact) return null;
  return { shown: `${fact.value} ${fact.last}`, tone: fact.last === "drift" ? "warning" : "bad", fact };
}

function isSome({ value }: Fact): boolean {
  return typeof value !== "boolean" && /^[1-9]\d{0,8}$/.test(`${value}`);
}

/** "2 failed" or "3 succeeded". */
function ofCounts({ named, severity, byEvent }: StateInput): State | null {
  if (severity || byEvent) return null;
  const critical = named("count").find((each) => each.words[0] === "critical" && isSome(each));
  if (critical) return { shown: `${critical.value} critical`, tone: "bad", fact: critical };
  const bad = failuresIn(named) ?? null;
  const fact = SUCCESSES.flatMap(named).find(isSome);
  return bad ?? (fact ? { shown: `${fact.value} ${fact.last}`, tone: "good", fact } : null);
}

/** A number as the state: 0 is good, and others are as bad as their severity. */
function ofNumber({ state, severity }: StateInput): State | null {
  if (!state || !isNumber(state) || !severity) return null;
  const shown = asText(severity.value);
  const isGood = toneOfState(shown) === "good";
  return { shown, tone: isGood ? "good" : toneOf(asText(state.value), severity, true), fact: severity };
}

function ofSeverity({ severity, byEvent, event, title }: StateInput): State | null {
  if (!severity || byEvent?.tone === "good") return null;
  const shown = asText(severity.value);
  const isOver = IS_OVER.test(`${event} ${title}`);
  return { shown, tone: isOver ? "good" : (toneOfState(shown) ?? "progress"), fact: severity };
}

function ofType({ named }: StateInput): State | null {
  const fact = ["type", "event", "kind"]
    .flatMap(named)
    .find(({ words, value }) => TYPES.test(words.join(" ")) && STATES_ONLY.test(`${value}`));
  return fact ? { shown: asText(fact.value), tone: toneOfState(asText(fact.value)) ?? "progress", fact } : null;
}

function ofTitle({ title }: StateInput): State | null {
  const [, shown] = SAID.exec(title) ?? [];
  return shown === undefined ? null : { shown: shown.replace(/^(is|has) /i, ""), tone: "bad" };
}

function ofAlarm({ event, title, parts }: StateInput): State | null {
  const words = [event, title, ...parts.flatMap((part) => part.words)].join(" ").split(" ");
  const alarm = words.find((each) => ALARMS.has(each.toLowerCase()));
  return alarm === undefined ? null : { shown: capital(alarm), tone: "bad" };
}

function stateOfEvent(event: string, isAlert: boolean): State | null {
  const tone = event === "" ? null : toneOfState(event);
  if (tone === null) return null;
  const words = event.split(" ");
  const shown = words.findLast((each) => toneOfState(each) !== null) ?? words.at(-1) ?? "";
  if (/^closed?$/.test(shown) && !isAlert && !CLOSABLE.test(event)) return { shown, tone: "none" };
  // "Release published" has a tone of its own.
  return { shown, tone: toneOfState(shown) === tone ? toneOf(shown, undefined, isAlert) : tone };
}

function eventParts(root: PayloadPart): PayloadPart[] {
  return [root, ...root.parts.filter(({ kind }) => kind === "event").flatMap(eventParts)];
}

function isOfRequest({ words, part }: Fact): boolean {
  return [...words.slice(0, -1), ...part.words.slice(-1)].some((each) => OTHER_STATES.has(each)) && part.depth > 0
    ? words.length > 1 || part.kind === "thing"
    : false;
}

function isState({ last, value }: Fact): boolean {
  if (typeof value === "boolean" || !/^\d+$|\p{L}/u.test(word(value, 40) ?? "")) return false;
  // A "condition" can also be a formula.
  return last !== "condition" || toneOfState(asText(value)) !== null;
}

/** A battery's level isn't a severity, nor is 14.5. */
function isSeverity({ words, last, value }: Fact): boolean {
  return (
    last !== "level" || (words.length < 3 && !/\d/.test(`${value}`.replace(/^\d$/, "")) && !GAUGES.has(words[0] ?? ""))
  );
}

const GAUGES = wordSet("battery signal volume fuel water brightness noise sound zoom");

function hasTone({ value }: Fact): boolean {
  return toneOfState(asText(value)) !== null;
}

function isNumber({ value }: Fact): boolean {
  return /^\d+$/.test(asText(value));
}

function toneOf(state: string, severity: Fact | undefined, isAlert: boolean): StateTone {
  const tone = toneOfState(state);
  const how = severity && toneOfState(asText(severity.value));
  const isSevere = severity !== undefined && !URGENCIES.has(severity.last);
  if (/^0$/.test(state)) return "good";
  if ((isAlert || isSevere) && OPEN.test(state)) {
    return how && how !== "good" ? how : isAlert ? "bad" : (tone ?? "progress");
  }
  return tone ?? "progress";
}
