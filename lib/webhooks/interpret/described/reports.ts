import type { Context } from "liquidjs";
import { canBeOpen } from "@/lib/messages/cards/tones";
import type { Embed, StateTone } from "@/lib/messages/dto";
import type { CheckFact, ThingFacts, ThingReport } from "@/lib/messages/thing-report";
import { firstCodePoints, isBlank, oneLine } from "@/lib/text/text";
import type { CompiledMessage, TextName } from "@/lib/webhooks/interpret/described/compile";
import { isoTime } from "@/lib/webhooks/interpret/described/filters";
import { digestKey, keyOf, objectsAt, tidy, tidyValue, toneIn } from "@/lib/webhooks/interpret/described/rendered";
import { LINE_FACTS } from "@/lib/webhooks/interpret/described/thing-keys";
import { namesIn } from "@/lib/webhooks/interpret/described/thing-problems";
import { factsOf } from "@/lib/webhooks/interpret/things";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { webUrl } from "@/lib/webhooks/payload/json-object";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";

// Why: docs/decisions/things.md

/** What a message says about things: on its own, and as a check of another, such as a commit. */
export type Reports = { report?: ThingReport; checked?: ThingReport };

/** A message that is being made. */
export type Making = { message: CompiledMessage; context: Context; lists: { payload: unknown; item: unknown } };

/** The keys of the things that a message is about, and whose review it is; "" for none. */
export type ThingKeys = { thing: string; checks: string; incident: string; reviewer: string };

const MOST_JOBS = 50;
const LONGEST_NAME = 100;

/** Returns the keys of the things that a message is about, or null if it's about none. */
export function thingKeysOf(making: Making): ThingKeys | null {
  const [thing, checks] = [keyIn(making, "thing"), keyIn(making, "checks")];
  if (!thing && !checks) return null;
  return { thing, checks, incident: keyIn(making, "incident_of"), reviewer: nameIn(making, "reviews") };
}

/** Returns whether the state of a thing can be open: it's bad, something can follow, and it's an incident if it says of what. */
export function isOpen(
  { parts }: CompiledMessage,
  { incident, reviewer }: ThingKeys,
  { tone, isOver }: { tone: StateTone | undefined; isOver: boolean },
): boolean {
  if (parts.thing_subject || reviewer) return false;
  return canBeOpen(tone) && (parts.incident_of ? incident !== "" : !isOver);
}

/** Returns what a message says about things. `tone` is that of its state, which the embed has. */
export function reportsOf(
  making: Making,
  { thing, checks, incident, reviewer }: ThingKeys,
  { embed, tone }: { embed: Embed; tone: StateTone | undefined },
): Reports {
  const at = embed.timestamp ?? null;
  const jobs = jobsOf(making);
  const times = Object.fromEntries(jobs.flatMap(({ name, at }) => (at === null ? [] : [[name, at]])));
  const checked = checks && checkedOf(making, embed, { tone, jobs, key: checks, at, times });
  if (!thing) return checked ? { checked } : {};
  const watches = keyIn(making, "watches");
  const reply = keyIn(making, "reply");
  const shown = factsOf(embed);
  const { facts, weak, left } = ofLine(making, shown, reviewer);
  for (const { name, check } of jobs) facts[`job ${name}`] = check;
  if (reviewer) facts[`review ${reviewer}`] = shown.state ?? null;
  const report: ThingReport = {
    key: thing,
    at,
    facts,
    ...(jobs.length > 0 && { times: named("job", times) }),
    ...(Object.keys(weak).length > 0 && { weak }),
    hasLine: true,
    ...(watches && { watches }),
    ...(incident && incidentIn(making, incident, { at, tone })),
    ...(reply && { reply: { key: reply, at, facts: ofReply(making, shown, { left, reviewer }) } }),
  };
  return { report, ...(checked && { checked }) };
}

/** Replaces a report's keys with those of the original request, as digests if they contain a secret. */
export function withReportKeys(
  tool: string,
  shown: ThingReport | undefined,
  sent: ThingReport | undefined,
): ThingReport | undefined {
  if (!shown || !sent) return undefined;
  const key = (own: string | null | undefined, whole: string | null | undefined) =>
    whole && (whole === own ? whole : digestKey(tool, whole));
  const { watches, incidentOf, reply } = shown;
  const incident = key(incidentOf?.key, sent.incidentOf?.key);
  const replied = key(reply?.key, sent.reply?.key);
  return {
    ...shown,
    key: key(shown.key, sent.key) ?? sent.key,
    ...(watches && { watches: key(watches, sent.watches) ?? null }),
    ...(incidentOf && { incidentOf: incident ? { ...incidentOf, key: incident } : null }),
    ...(reply && replied && { reply: { ...reply, key: replied } }),
  };
}

function keyIn({ message: { tool, parts }, context }: Making, part: TextName): string {
  return keyOf(tool, oneLine(parts[part]?.(context) ?? ""), PAYLOAD_LIMITS.updateKey);
}

function plainIn({ message: { parts }, context }: Making, part: TextName): string {
  return oneLine(parts[part]?.(context) ?? "");
}

function nameIn(making: Making, part: TextName): string {
  return firstCodePoints(plainIn(making, part), LONGEST_NAME);
}

type Job = { name: string; check: CheckFact; at: string | null };

function jobsOf({ message: { jobs }, context, lists }: Making): Job[] {
  return jobs.flatMap(({ each, name, state, tone, url, at }) => {
    const rows = each === null ? [null] : objectsAt(lists, each).slice(0, MOST_JOBS);
    return rows.flatMap((row) => {
      context.renderLimit.check(0);
      context.push({ row });
      const [called, word] = [firstCodePoints(oneLine(name(context)), LONGEST_NAME), oneLine(state(context))];
      const means = toneIn(oneLine(tone(context))).tone ?? "none";
      const [page, time] = [webUrl(oneLine(url?.(context) ?? "")), at ? isoTime(oneLine(at(context))) : null];
      context.pop();
      if (isBlank(called) || isBlank(word)) return [];
      return [{ name: called, check: { tone: means, word, ...(page && { url: page }) }, at: time }];
    });
  });
}

type Checked = Pick<ThingReport, "key" | "at" | "times"> & { tone: StateTone | undefined; jobs: Job[] };

function checkedOf(making: Making, { url, card }: Embed, { tone, jobs, key, at, times }: Checked): ThingReport | null {
  const facts: ThingFacts = {};
  for (const { name, check } of jobs) facts[`check ${name}`] = check;
  const name = nameIn(making, "check");
  const word = card?.state?.word;
  if (name && word) facts[`check ${name}`] = { tone: tone ?? "none", word, ...(url && { url }) };
  if (Object.keys(facts).length === 0) return null;
  return { key, at, facts, ...(jobs.length > 0 && { times: named("check", times ?? {}) }), hasLine: false };
}

function named(kind: "check" | "job", times: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(times).map(([name, at]) => [`${kind} ${name}`, at]));
}

function incidentIn(
  making: Making,
  key: string,
  { at, tone }: { at: string | null; tone: StateTone | undefined },
): Pick<ThingReport, "incidentOf"> {
  const when = isoTime(plainIn(making, "incident_at")) ?? at;
  const hasEnded = tone === "good" || tone === "bad" || tone === "done";
  return when !== null && hasEnded ? { incidentOf: { key, at: when, isBad: tone === "bad" } } : {};
}

const DEFAULT_WITH_REPLY = "weak place, weak subject, weak url";
// Without a state, its tone still colors a card.
const CALLED = new Map<string, string>([
  ...Object.entries(LINE_FACTS).map(([name, fact]): [string, string] => [fact, name]),
  ["tone", "state"],
]);

/** Returns the facts that the thing's line takes of a message, and the names of those that it leaves to the reply. */
function ofLine(
  making: Making,
  shown: ThingFacts,
  reviewer: string,
): { facts: ThingFacts; weak: ThingFacts; left: Set<string> } {
  const { parts } = making.message;
  const isOfPart = parts.reply !== undefined || parts.thing_subject !== undefined;
  const line = parts.line ? plainIn(making, "line") : isOfPart ? DEFAULT_WITH_REPLY : "all";
  const named = new Map(namesIn(line).map(({ name, weak }) => [name.toLowerCase(), { weak }]));
  const own = ownFacts(making, shown);
  if (reviewer) for (const fact of ["state", "tone"]) delete own[fact];
  const taken: { facts: ThingFacts; weak: ThingFacts } = { facts: {}, weak: {} };
  const left = new Set<string>();
  for (const [fact, value] of Object.entries(own)) {
    const isField = fact.startsWith("field ");
    const exactly = named.get(CALLED.get(fact) ?? fact.slice(isField ? 6 : 0).toLowerCase());
    const found = exactly ?? (isField || fact === "labels" ? named.get("facts") : undefined);
    const how = found ?? named.get("all");
    if (!how) left.add(fact);
    // What isn't named leaves the line's fact alone if it's blank.
    else if (value !== null) Object.assign(how.weak ? taken.weak : taken.facts, { [fact]: value });
    else if (found && !found.weak) Object.assign(taken.facts, { [fact]: null });
  }
  return { ...taken, left };
}

/** Returns the thing's own facts that a message's template has; null for those that are blank. */
function ownFacts(making: Making, shown: ThingFacts): Record<string, unknown> {
  const { message, context } = making;
  const { parts } = message;
  const own: Record<string, unknown> = Object.fromEntries(Object.values(LINE_FACTS).map((fact) => [fact, null]));
  for (const { each, name } of message.facts) {
    const called = each === null ? oneLine(name(context)) : "Labels";
    if (called !== "Labels") own[`field ${called}`] = null;
  }
  Object.assign(own, shown);
  if (parts.thing_url) own.url = webUrl(plainIn(making, "thing_url")) ?? null;
  if (parts.thing_subject) own.subject = tidyValue(plainIn(making, "thing_subject")) || null;
  if (parts["thing_person.name"]) own.person = personIn(making);
  if (parts.thing_body) own.body = tidy(parts.thing_body(context)) || null;
  return own;
}

function personIn(making: Making): Embed["author"] | null {
  const name = firstCodePoints(plainIn(making, "thing_person.name"), EMBED_LIMITS.authorName);
  if (isBlank(name)) return null;
  const [url, icon] = [plainIn(making, "thing_person.url"), plainIn(making, "thing_person.icon_url")].map(webUrl);
  return { name, ...(url && { url }), ...(icon && { icon_url: icon }) };
}

/** What a reply shows of a message in any case. */
const OF_REPLY: readonly string[] = [
  ...["event", "person", "body", "summary", "url", "image", "thumbnail", "links", "footer", "timestamp", "tone"],
];
/** What it shows, too, if it's about a part of the thing. */
const OF_PART: readonly string[] = ["subject", "state", "severity", "startedAt", "endedAt"];

function ofReply(
  { message: { parts } }: Making,
  shown: ThingFacts,
  { left, reviewer }: { left: ReadonlySet<string>; reviewer: string },
): ThingFacts {
  const isShown = (fact: string) =>
    OF_REPLY.includes(fact) ||
    (parts.thing_subject !== undefined && OF_PART.includes(fact)) ||
    (reviewer !== "" && fact === "state") ||
    ((fact.startsWith("field ") || fact === "labels") && left.has(fact));
  // A deleted comment has no text anymore.
  const facts: ThingFacts = { body: null };
  for (const [fact, value] of Object.entries(shown)) if (isShown(fact)) Object.assign(facts, { [fact]: value });
  return facts;
}

/** Returns a report whose facts name the tool. */
export function ofTool(report: ThingReport, tool: NonNullable<Embed["tool"]>): ThingReport {
  const { reply } = report;
  return {
    ...report,
    facts: report.hasLine ? { ...report.facts, tool } : report.facts,
    ...(reply && { reply: { ...reply, facts: { ...reply.facts, tool } } }),
  };
}
