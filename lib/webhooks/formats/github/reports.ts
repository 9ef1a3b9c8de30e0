import { createHash } from "node:crypto";
import type { CardState, Embed, EmbedField, FactKind } from "@/lib/messages/dto";
import type { LineField, ThingFacts, ThingReply, ThingReport } from "@/lib/messages/thing-report";
import { codePoints, isBlank } from "@/lib/text/text";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { paragraphs, withoutMentions } from "@/lib/webhooks/payload/markdown";
import { type Cards, type Delivery, type EventCard, labels } from "./card";

/** GitHub, as cards show it. */
export const GITHUB = { name: "GitHub", mark: "github" } as const satisfies Embed["tool"];

/** Why a delivery isn't posted. */
export type Noise = { skip: string };

/** Converts a group of events to reports, by event name. Null if there's only a card to show. */
export type Things = Record<string, (delivery: Delivery) => ThingReport | Noise | null>;

const LONGEST_KEY = 255;
const MOST_LABELS = 20;

/** Returns a key such as "pull octo/hello#12". One that is too long is digested. */
export function keyOf(...parts: readonly string[]): string {
  const key = parts.join("");
  if (codePoints(key) <= LONGEST_KEY) return key;
  return `sha256:${createHash("sha256").update(key).digest("base64url")}`;
}

/** Returns the key of a repository's numbered thing, or null without repository or number. */
export function numbered(
  kind: string,
  { source, payload }: Delivery,
  thing: JsonObject,
  key = "number",
): string | null {
  const id = thing.integer(key);
  return id === null || !payload.at("repository").present ? null : keyOf(kind, " ", source.name, `#${id}`);
}

/** Returns the key of a commit, whose checks lines show. */
export function commitKey({ source }: Delivery, sha: string): string | null {
  return sha && source.name ? keyOf("commit ", source.name, "@", sha) : null;
}

/**
 * Returns a time `steps` milliseconds later, or null without one. GitHub's times are whole seconds: the steps order what
 * happens within one, such as a comment and the closing of its issue.
 */
export function moment(time: string | undefined, steps = 0): string | null {
  return time === undefined ? null : new Date(Date.parse(time) + steps).toISOString();
}

/** Returns the latest of some times. */
export function latest(...times: readonly (string | undefined)[]): string | undefined {
  return times.reduce((late, time) => (late === undefined || (time !== undefined && time > late) ? time : late));
}

/** Returns an account as a line's person, or null without one. */
export function personOf(account: JsonObject): NonNullable<Embed["author"]> | null {
  const name = account.line("login", 100);
  return name ? { name, url: account.url("html_url"), icon_url: account.url("avatar_url") } : null;
}

/** Returns what all things of a delivery share. */
export function where({ source }: Delivery): Pick<ThingFacts, "place" | "tool"> {
  return { ...(source.name && { place: [source.name] }), tool: { ...GITHUB } };
}

/** Returns the names of the labels of an issue or a pull request, as a fact. */
export function labelFact(of: JsonObject): string[] | null {
  const names = labels(of).filter((name) => !isBlank(name));
  return names.length > 0 ? names.slice(0, MOST_LABELS) : null;
}

/** Returns a field of a line; a blank one says that there is none. */
export function field(name: string, value: string, kind?: FactKind, order = 5): ThingFacts {
  const made: LineField = { value: withoutMentions(value), inline: true, order, ...(kind && { kind }) };
  const facts: ThingFacts = {};
  facts[`field ${name}`] = isBlank(value) ? null : made;
  return facts;
}

/** Returns a field, or nothing if this payload doesn't say it, so that what another said stays. */
export function knownField(...given: Parameters<typeof field>): ThingFacts {
  return isBlank(given[1]) ? {} : field(...given);
}

/** Returns a Markdown text as a fact. */
export function bodyFact(markdown: string): string | null {
  return isBlank(markdown) ? null : withoutMentions(markdown);
}

/** Returns what a card says as facts of its thing. Its sender isn't the thing's person, and its event isn't its state. */
export function factsOfCard(delivery: Delivery, card: EventCard): ThingFacts {
  const { subject, place, state, severity, summary, body = "", list = [], facts = [], links, url } = card;
  const lines = list.map((each) => `- ${each}`).join("\n");
  return {
    ...where(delivery),
    ...(place && { place: [delivery.source.name, place] }),
    ...(subject && { subject }),
    ...(state && { state }),
    ...(severity && { severity }),
    url: url ?? null,
    summary: summary || null,
    body: bodyFact(paragraphs(body, lines)),
    links: links && links.length > 0 ? [...links] : null,
    ...(card.startedAt && { startedAt: card.startedAt }),
    ...(card.endedAt && { endedAt: card.endedAt }),
    ...Object.assign({}, ...facts.map(asField)),
  };
}

function asField({ name, value, kind }: EmbedField, order: number): ThingFacts {
  return field(name, value, kind, order);
}

/** Returns the card that one of the groups has for a delivery, or null. */
export function cardIn(cards: Cards, delivery: Delivery): EventCard | null {
  return (Object.hasOwn(cards, delivery.event) && cards[delivery.event]?.(delivery)) || null;
}

/** Returns the state without its chance to be ended by something that follows. */
export function closed(state: CardState): CardState {
  return { ...state, open: false };
}

/** Returns a comment or other event as a reply in its thing's thread. */
export function replyOf(key: string, at: string | null, facts: ThingFacts): ThingReply {
  return { key, at, facts: { tool: { ...GITHUB }, ...facts } };
}
