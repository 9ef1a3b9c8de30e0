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
const SEVERITIES = ["severity", "level", "priority", "urgency", "criticality"];
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
  const own = eventParts(reading.root);
  const things = own.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "thing"));
  const parts = [...own, ...(thing ? [thing] : []), ...things.filter((each) => each !== thing)];
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
  const state =
    said.find(({ value }) => colorOfState(text(value)) !== null) ??
    said.find(({ value }) => !/^\d+$/.test(text(value)));
  const isAlert =
    ALERTS.has(event.split(" ")[0] ?? "") || parts.some(({ words }) => words.some((each) => ALERTS.has(each)));
  const byEvent = stateOfEvent(event, isAlert);
  // "Resolved" says more than how severe it was.
  if (byEvent?.color === colors.green && IS_OVER.test(event) && !(state && colorOfState(text(state.value)) === "green"))
    return byEvent;
  if (state && (colorOfState(text(state.value)) !== null || byEvent === null))
    return { shown: text(state.value), color: colorOf(text(state.value), severity, isAlert), fact: state };
  const answer = [...GOOD, ...BAD]
    .flatMap(named)
    .find(({ value, words }) => typeof value === "boolean" && words.length < 3);
  if (answer) {
    const isGood = GOOD.has(answer.last) === (answer.value === true);
    return { shown: isGood ? "OK" : "Failed", color: isGood ? colors.green : colors.red, fact: answer };
  }
  const code = CODES.flatMap(named).find(
    ({ words, value }) => isHttpCode(value) && words.some((each) => /^(http|status|response)$/.test(each)),
  );
  if (code) {
    const isGood = Number(code.value) < 400;
    return { shown: `HTTP ${text(code.value)}`, color: isGood ? colors.green : colors.red, fact: code };
  }
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
  const alarm = [event, title, ...parts.map(({ words }) => words.join(" "))]
    .join(" ")
    .split(" ")
    .find((each) => ALARMS.has(each.toLowerCase()));
  return alarm === undefined ? null : { shown: capital(alarm), color: colors.red };
}

const ALARMS = set("alert incident outage error exception crash violation attack intrusion threat alarm");

function stateOfEvent(event: string, isAlert: boolean): State | null {
  const color = event === "" ? null : colorOfState(event);
  const shown = event.split(" ").findLast((each) => colorOfState(each) !== null);
  return color === null || shown === undefined ? null : { shown, color: colorOf(shown, undefined, isAlert) };
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
