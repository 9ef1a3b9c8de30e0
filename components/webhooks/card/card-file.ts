import type { Condition } from "./liquid";
import { plainTemplate, readTemplate, type Template, writeTemplate } from "./parts";
import { type Color, readChoices, readColor, readSkip, type Skip, writeChoices, writeColor, writeSkip } from "./rules";

/** One card of a webhook: the requests it's for and what it shows. */
export type WebhookCard = {
  /** Its key in `events`. */
  name: string;
  /** The requests it's for: all of them without conditions. Unused if the file has an event template of its own. */
  when: Condition[];
  skip: Skip;
  title: Template;
  url: Template;
  description: Template;
  color: Color;
  fields: CardField[];
  threadKey: Template;
  updateKey: Template;
  /** What the form doesn't show, as it's in the file. */
  rest: Readonly<Record<string, unknown>>;
};

export type CardField = {
  /** The list that it's repeated for, as a path such as "alerts". */
  each: string | null;
  name: Template;
  value: Template;
  inline: boolean;
};

/** A webhook's card file as the form edits it. */
export type CardFile = {
  cards: WebhookCard[];
  /** The event's template, or null if it's written from the cards' conditions. */
  event: string | null;
  /** Everything else in the file. */
  rest: Readonly<Record<string, unknown>>;
};

/** Returns a card that shows nothing yet. */
export function emptyCard(name: string): WebhookCard {
  const nothing = plainTemplate("");
  return {
    name,
    when: [],
    skip: { kind: "rules", choices: [] },
    title: nothing,
    url: nothing,
    description: nothing,
    color: { kind: "rules", choices: [], base: { kind: "name", name: "" } },
    fields: [],
    threadKey: nothing,
    updateKey: nothing,
    rest: {},
  };
}

const MOST_RECOGNIZED = 3;

/**
 * Returns a new file with one card. `home` is the address of the page that stands for the tool. The payload says how
 * the tool's requests are recognized where the file is used as a description.
 */
export function newCardFile(name: string, home: string, card: WebhookCard, payload: unknown): CardFile {
  const keys = isRecord(payload) ? Object.keys(payload).filter((key) => /^\w+$/.test(key)) : [];
  const has = Object.fromEntries(keys.slice(0, MOST_RECOGNIZED).map((key) => [key, ""]));
  const recognise = keys.length > 0 ? { has } : { text: "." };
  const steps = ["Open the tool's webhook settings.", "Paste `{url}` as the URL.", "Send a test."];
  return { event: null, cards: [card], rest: { name, home, steps, recognise: [recognise] } };
}

/** Returns the content of a card's `sender.yaml`. */
export function writeCardFile({ cards, event, rest }: CardFile): Record<string, unknown> {
  return {
    ...rest,
    event: event ?? writeEvent(cards),
    events: Object.fromEntries(cards.map((card) => [card.name, writeCard(card)])),
  };
}

// The last card can be for all other requests. Before it, each needs a condition.
function writeEvent(cards: readonly WebhookCard[]): string {
  const last = cards.at(-1);
  const others = last && last.when.length === 0 ? last.name : "";
  return writeChoices(
    cards.map(({ when, name }) => ({ when, gives: name })),
    others,
  );
}

function writeCard(card: WebhookCard): Record<string, unknown> {
  const texts = {
    skip: writeSkip(card.skip),
    title: writeTemplate(card.title),
    url: writeTemplate(card.url),
    color: writeColor(card.color),
    description: writeTemplate(card.description),
  };
  const keys = { thread_key: writeTemplate(card.threadKey), update_key: writeTemplate(card.updateKey) };
  const fields = card.fields.length > 0 ? { fields: card.fields.map(writeField) } : {};
  const message = { ...card.rest, ...withoutBlank(texts), ...fields, ...withoutBlank(keys) };
  return Object.fromEntries(Object.entries(message).sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b)));
}

// As in the documentation. Keys that aren't listed come first.
const ORDER = "skip title url color description fields thread_key update_key".split(" ");

function writeField({ each, name, value, inline }: CardField): Record<string, unknown> {
  return {
    ...(each !== null && { each }),
    name: writeTemplate(name),
    value: writeTemplate(value),
    ...(!inline && { inline }),
  };
}

function withoutBlank(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

/** Returns the parsed content of a `sender.yaml` for the form, or null if it hasn't the format's shape. */
export function readCardFile(content: unknown): CardFile | null {
  if (!isRecord(content) || typeof content.event !== "string" || !isRecord(content.events)) return null;
  const { event, events, ...rest } = content;
  const cards: WebhookCard[] = [];
  for (const [name, message] of Object.entries(events)) {
    const card = isRecord(message) ? readCard(name, message) : null;
    if (card === null) return null;
    cards.push(card);
  }
  if (cards.length === 0) return null;
  const conditions = new Map(readChoices(event)?.choices.map(({ gives, when }) => [gives, when]));
  const conditional = cards.map((card) => ({ ...card, when: conditions.get(card.name) ?? [] }));
  return writeEvent(conditional) === event ? { cards: conditional, event: null, rest } : { cards, event, rest };
}

function readCard(name: string, message: Record<string, unknown>): WebhookCard | null {
  const {
    skip,
    title,
    url,
    description,
    color,
    fields,
    thread_key: threadKey,
    update_key: updateKey,
    ...rest
  } = message;
  const texts = [skip, title, url, description, color, threadKey, updateKey];
  if (texts.some((text) => text !== undefined && typeof text !== "string")) return null;
  const listed: unknown = fields ?? [];
  if (!Array.isArray(listed)) return null;
  const known = listed.map(readField).filter((field) => field !== null);
  if (known.length < listed.length) return null;
  const template = (text: unknown) => readTemplate(typeof text === "string" ? text : "");
  return {
    name,
    when: [],
    skip: readSkip(typeof skip === "string" ? skip : ""),
    title: template(title),
    url: template(url),
    description: template(description),
    color: readColor(typeof color === "string" ? color : ""),
    fields: known,
    threadKey: template(threadKey),
    updateKey: template(updateKey),
    rest: { ...rest, ...blankOf(message) },
  };
}

/** Returns what is there but blank: it can override what is said for all events. */
function blankOf(message: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(message).filter(([, each]) => each === "" || (Array.isArray(each) && each.length === 0)),
  );
}

function readField(field: unknown): CardField | null {
  if (!isRecord(field)) return null;
  const { each = null, name, value, inline = true } = field;
  if (typeof name !== "string" || typeof value !== "string" || typeof inline !== "boolean") return null;
  if (each !== null && typeof each !== "string") return null;
  return { each, name: readTemplate(name), value: readTemplate(value), inline };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
