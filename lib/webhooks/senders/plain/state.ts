import { colors } from "@/lib/webhooks/senders/described/description";
import { capital, text } from "@/lib/webhooks/senders/described/filters";
import { colorOfState } from "@/lib/webhooks/senders/described/states";
import { type Fact, isOfOthers, type Part, word } from "@/lib/webhooks/senders/plain/parts";
import type { Reading } from "@/lib/webhooks/senders/plain/reading";

/** An event's state, the fact that says it, and its color. */
export type State = { shown: string; color: number | undefined; fact?: Fact };

const set = (words: string) => new Set(words.split(" "));

// The result comes first: a finished build can have failed.
const STATES = ["conclusion", "result", "outcome", "verdict", "status", "state", "health", "condition"];
const SEVERITIES = ["severity", "level", "priority", "urgency", "criticality", "risk"];
const GOOD = set("ok success successful succeeded passed healthy up resolved online available recovered");
const BAD = set("failed failure error errored down firing alerting broken unhealthy offline breached crashed");
const CODES = ["code", "status"];
const ALERTS = set("alert incident problem alarm outage");
const OPEN =
  /^(re-?)?open(ed)?$|^(activated?|new|created|started|ongoing|unresolved|investigating|identified|true|[1-9]\d*)$/i;
const IS_OVER = /(?<!not |un)\b(recover(ed|y)|resolved?|clear(ed)?|back (up|online|to normal))\b/i;

/**
 * Returns the state of the event itself or of the thing it's about, never that of a repository or person next to it.
 * An open alert is as bad as its severity; for a closed one, the severity doesn't matter.
 */
export function stateIn(reading: Reading, thing: Part | null, event: string, title: string): State | null {
  const events = eventParts(reading.root);
  const things = events.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "thing"));
  const parts = [...events, ...(thing ? [thing] : []), ...things.filter((each) => each !== thing)];
  const place = new Map(parts.map((part, index) => [part, index]));
  const placeOf = ({ part }: Fact) => place.get(part) ?? -1;
  const named = (name: string) =>
    reading
      .named(name)
      .filter((fact) => placeOf(fact) >= 0 && !isOfOthers(fact.words))
      .sort((one, other) => placeOf(one) - placeOf(other));
  const severities = SEVERITIES.flatMap(named).filter(({ value }) => word(value, 40) !== undefined);
  const severity = severities.find(({ value }) => colorOfState(text(value)) !== null) ?? severities[0];
  const said = STATES.flatMap((name) => named(name).filter(({ value }) => isState(value)));
  // A word says more than a code next to it.
  const own = said.filter(({ part }) => part.kind === "event" || part === thing);
  const isColored = ({ value }: Fact) => colorOfState(text(value)) !== null;
  const isWord = ({ value }: Fact) => !/^\d+$/.test(text(value));
  const state = own.find(isColored) ?? own.find(isWord) ?? said.find(isColored) ?? said.find(isWord);
  const isAlert =
    ALERTS.has(event.split(" ")[0] ?? "") || parts.some(({ words }) => words.some((each) => ALERTS.has(each)));
  const byEvent = stateOfEvent(event, isAlert);
  const over = ["clear", "cleared"].flatMap(named).find(({ value, words }) => value !== false && words.length === 1);
  if (over) return { shown: "cleared", color: colors.green, fact: over };
  // "Resolved" says more than how severe it was.
  if (byEvent?.color === colors.green && IS_OVER.test(event) && !(state && colorOfState(text(state.value)) === "green"))
    return byEvent;
  // What happened counts more than the state of something next to it.
  const isBeside = state !== undefined && state.part.kind === "thing" && state.part !== thing;
  if (isBeside && byEvent?.color === colors.green) return byEvent;
  const color = state ? colorOfState(text(state.value)) : null;
  const hasSeverity = severity !== undefined && colorOfState(text(severity.value)) !== null;
  if (state && (color !== null || (byEvent === null && !hasSeverity)))
    return { shown: text(state.value), color: colorOf(text(state.value), severity, isAlert), fact: state };
  const answer = [...GOOD, ...BAD]
    .flatMap(named)
    .find(({ value, words }) => /^(true|false)$/i.test(`${value}`) && words.length < 3);
  if (answer && !(byEvent?.color === colors.red)) {
    const isGood = GOOD.has(answer.last) === /^true$/i.test(`${answer.value}`);
    return { shown: isGood ? "OK" : "Failed", color: isGood ? colors.green : colors.red, fact: answer };
  }
  const code = CODES.flatMap(named).find(
    ({ words, value }) => isHttpCode(value) && words.some((each) => /^(http|status|response)$/.test(each)),
  );
  if (code) {
    const isGood = Number(code.value) < 400;
    return { shown: `HTTP ${text(code.value)}`, color: isGood ? colors.green : colors.red, fact: code };
  }
  const counted = countsIn(named);
  if (counted && !severity && byEvent === null) return counted;
  const number = said.find(({ value }) => /^\d+$/.test(text(value)));
  if (number && severity && colorOfState(text(severity.value)) === "green") {
    return { shown: text(severity.value), color: colors.green, fact: severity };
  }
  if (number && severity)
    return { shown: text(severity.value), color: colorOf(text(number.value), severity, true), fact: severity };
  if (severity && byEvent?.color !== colors.green) {
    const shown = text(severity.value);
    const isOver = IS_OVER.test(`${event} ${title}`);
    return { shown, color: isOver ? colors.green : colors[colorOfState(shown) ?? "blue"], fact: severity };
  }
  if (byEvent !== null) return byEvent;
  const kind = named("type").find(({ value }) => STATES_ONLY.test(`${value}`));
  if (kind) return { shown: text(kind.value), color: colors[colorOfState(text(kind.value)) ?? "blue"], fact: kind };
  const alarm = [event, title, ...parts.map(({ words }) => words.join(" "))]
    .join(" ")
    .split(" ")
    .find((each) => ALARMS.has(each.toLowerCase()));
  return alarm === undefined ? null : { shown: capital(alarm), color: colors.red };
}

// Kubernetes calls an event's state its type.
const STATES_ONLY = /^(warning|error|critical|info|normal)$/i;
const ALARMS = set("alert incident outage error exception crash violation attack intrusion threat alarm");

const FAILURES = ["failures", "failed", "errors", "failing", "drift"];
const SUCCESSES = ["succeeded", "passed"];

/** Returns the state that counts say: "2 failed" or "3 succeeded". */
function countsIn(named: (name: string) => readonly Fact[]): State | null {
  const some = ({ value }: Fact) => typeof value !== "boolean" && /^[1-9]\d{0,8}$/.test(`${value}`);
  const bad = FAILURES.flatMap(named).find(some);
  if (bad)
    return { shown: `${bad.value} ${bad.last}`, color: bad.last === "drift" ? colors.amber : colors.red, fact: bad };
  const good = SUCCESSES.flatMap(named).find(some);
  return good ? { shown: `${good.value} ${good.last}`, color: colors.green, fact: good } : null;
}

function stateOfEvent(event: string, isAlert: boolean): State | null {
  const color = event === "" ? null : colorOfState(event);
  if (color === null) return null;
  const words = event.split(" ");
  const shown = words.findLast((each) => colorOfState(each) !== null) ?? words.at(-1) ?? "";
  // "Release published" has a color of its own.
  return { shown, color: colorOfState(shown) === color ? colorOf(shown, undefined, isAlert) : colors[color] };
}

function eventParts(root: Part): Part[] {
  return [root, ...root.parts.filter(({ kind }) => kind === "event").flatMap(eventParts)];
}

function isState(value: Fact["value"]): boolean {
  return typeof value !== "boolean" && /^\d+$|\p{L}/u.test(word(value, 40) ?? "");
}

function isHttpCode(value: Fact["value"]): boolean {
  return /^[1-5]\d\d$/.test(`${value}`);
}

function colorOf(state: string, severity: Fact | undefined, isAlert: boolean): number | undefined {
  const color = colorOfState(state);
  const how = severity && colorOfState(text(severity.value));
  if (/^0$/.test(state)) return colors.green;
  if ((isAlert || severity) && OPEN.test(state))
    return colors[how && how !== "green" ? how : isAlert ? "red" : (color ?? "blue")];
  return colors[color ?? "blue"];
}
