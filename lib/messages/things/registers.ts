import { STATE_TONES, type StateTone } from "@/lib/messages/dto";
import type { Register, Registers, ThingFacts, ThingReport } from "@/lib/messages/thing-report";
import { codePoints, firstCodePoints, storableText } from "@/lib/text/text";

// Why: docs/decisions/things.md

/** The most that is kept of one thing, names and texts in code points. What is beyond isn't taken. */
export const THING_LIMITS = { registers: 200, name: 300, text: 5_000, json: 8_000, all: 64_000 } as const;

/** The time of a fact that is set only while there is no other. */
const WEAK = "";

/** What all things can say, in the order in which they're kept. */
const FACT_NAMES = [
  "state",
  "subject",
  "place",
  "url",
  "event",
  "review",
  "severity",
  "person",
  "tool",
  "tone",
  "summary",
  "labels",
  "links",
  "image",
  "thumbnail",
  "footer",
  "timestamp",
  "startedAt",
  "endedAt",
  "body",
] as const satisfies readonly (keyof ThingFacts)[];

/** Registers that decide what a line shows, but aren't shown themselves. They're kept before all others. */
const OWN_NAMES = ["watches", "incidentOf", "replyTo", "continues"] as const;

const NUMBERED = /^(field|check|job|review) /;

/** What one request says of one thing: a report, or its reply. `isReplyTo` is the key of the thing in whose thread it is. */
type Said = Pick<ThingReport, "at" | "facts" | "times" | "weak" | "watches" | "incidentOf"> & { replyTo?: string };

/**
 * Adds what a request says to a thing's registers. The result is the same in whatever order requests come, and however often.
 * `now` is when it arrived, for one that doesn't say when it was so.
 */
export function mergeReport(registers: Registers, said: Said, now: string): Registers {
  const at = timeOf(said.at, now);
  const { times = {}, weak = {}, watches, incidentOf, replyTo } = said;
  const given: [name: string, value: unknown, at: string][] = [
    ...Object.entries(weak).map(([name, value]): [string, unknown, string] => [name, value, WEAK]),
    ...Object.entries(said.facts).map(([name, value]): [string, unknown, string] => [
      name,
      value,
      Object.hasOwn(times, name) ? timeOf(times[name] ?? null, at) : at,
    ]),
    ["watches", watches, at],
    ["incidentOf", incidentOf && { ...incidentOf, at: timeOf(incidentOf.at, at) }, at],
    ["replyTo", replyTo, WEAK],
  ];
  const all = new Map(Object.entries(registers));
  for (const [name, value, time] of given) {
    const register = fitting(name, value, time);
    if (register) all.set(register.name, later(all.get(register.name), register));
  }
  return bounded(all);
}

/** Returns what the registers say, without what there is no more. */
export function factsIn(registers: Registers): ThingFacts {
  const facts = Object.entries(registers).filter(
    ([name, { value }]) => value !== null && (isFactName(name) || NUMBERED.test(name)),
  );
  // Only `mergeReport` writes registers, from facts.
  return Object.fromEntries(facts.map(([name, { value }]) => [name, value])) as ThingFacts;
}

/** Returns a text that a register holds, or null. */
export function textIn(registers: Registers, name: (typeof OWN_NAMES)[number]): string | null {
  const value = Object.hasOwn(registers, name) ? registers[name]?.value : null;
  return typeof value === "string" ? value : null;
}

/** Returns which group's incident the thing may be, or null. */
export function incidentIn(registers: Registers): NonNullable<ThingReport["incidentOf"]> | null {
  return objectIn(registers, "incidentOf");
}

/** The message that showed a thing until it was forgotten: its ID, its number, and what its channel was called. */
type Continued = { id: string; seq: number; channel: string };

/** Returns the message that the thing's line continues, or null. */
export function continuedIn(registers: Registers): Continued | null {
  return objectIn(registers, "continues");
}

// Only Parley writes these registers.
function objectIn<Value>(registers: Registers, name: (typeof OWN_NAMES)[number]): Value | null {
  const value = Object.hasOwn(registers, name) ? registers[name]?.value : null;
  return isObject(value) ? (value as Value) : null;
}

/** Returns a time as registers compare it, or `otherwise` for one that isn't a time. */
function timeOf(text: string | null, otherwise: string): string {
  const time = text === null ? Number.NaN : Date.parse(text);
  // Years beyond four digits don't sort as texts.
  return time >= 0 && time < EARLIEST_BEYOND ? new Date(time).toISOString() : otherwise;
}

const EARLIEST_BEYOND = Date.UTC(9999, 0);

/** Returns a value's JSON with its keys in order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

type Named = Register & { name: string };

/** Returns the register if it can be kept. Long texts are cut, always at the same place. */
function fitting(name: string, value: unknown, at: string): Named | null {
  if (value === undefined || codePoints(name) > THING_LIMITS.name) return null;
  const kept = typeof value === "string" ? firstCodePoints(value, THING_LIMITS.text) : value;
  const json = JSON.stringify(kept);
  if (typeof kept !== "string" && json.length > THING_LIMITS.json) return null;
  // As it's read from the database, so that both compare alike.
  const storable = (_: string, each: unknown) => (typeof each === "string" ? storableText(each) : each);
  return { name: storableText(name), value: JSON.parse(json, storable) as unknown, at };
}

function later(before: Register | undefined, { value, at }: Named): Register {
  if (!before || before.at < at) return { value, at };
  if (before.at > at || compare(before.value, value) >= 0) return before;
  return { value, at };
}

/** Compares two values of the same time: what is further along in life is greater. The rest is arbitrary, but always the same. */
function compare(one: unknown, other: unknown): number {
  const byLife = lifeOf(one) - lifeOf(other);
  if (byLife !== 0) return byLife;
  const [a, b] = [canonical(one), canonical(other)];
  return a === b ? 0 : a < b ? -1 : 1;
}

const LIFE = ["none", "progress", "warning", "bad", "done", "good"] as const satisfies readonly StateTone[];

/** Returns how far along a state, check or review is. What there is no more comes first. */
function lifeOf(value: unknown): number {
  if (value === null) return -1;
  const tone = isObject(value) && "tone" in value ? STATE_TONES.find((each) => each === value.tone) : undefined;
  return tone === undefined ? 0 : LIFE.indexOf(tone);
}

/**
 * Keeps the first registers by their names. A name that the final set has is never among those left out before, so this
 * doesn't depend on the order of reports; only with texts so long that all are too long, it can.
 */
function bounded(all: ReadonlyMap<string, Register>): Registers {
  const names = [...all.keys()].sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  let room: number = THING_LIMITS.all;
  const kept: [string, Register][] = [];
  for (const name of names.slice(0, THING_LIMITS.registers)) {
    const register = all.get(name);
    if (!register) continue;
    room -= name.length + canonical(register).length;
    if (room >= 0) kept.push([name, register]);
  }
  return Object.fromEntries(kept);
}

const PLACES: ReadonlyMap<string, number> = new Map([...OWN_NAMES, ...FACT_NAMES].map((name, place) => [name, place]));

function placeOf(name: string): number {
  return PLACES.get(name) ?? PLACES.size;
}

function isFactName(name: string): boolean {
  return FACT_NAMES.some((each) => each === name);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
