import { setImmediate } from "node:timers/promises";
import { canBeOpen } from "@/lib/messages/cards/tones";
import { STATE_TONES, type StateTone } from "@/lib/messages/dto";
import { Budget, OverBudget } from "@/lib/text/budget";
import { reasonOf } from "@/lib/text/errors";
import { eventNames, type MessageTemplate, senderDescription } from "@/lib/webhooks/interpret/described/description";
import { toneOfColor, withKeysOfToday } from "@/lib/webhooks/interpret/described/older-keys";
import { mistakesIn, notYaml } from "@/lib/webhooks/interpret/described/read-sender";
import { CARD_BUDGET, CARD_LIMITS } from "@/lib/webhooks/interpret/own-cards/limits";
import {
  type CardModel,
  type CardOfModel,
  type Condition,
  cardModel,
  type Template,
  type Value,
} from "@/lib/webhooks/interpret/own-cards/model";
import { emptyCard, tidied } from "@/lib/webhooks/interpret/own-cards/new-card";
import {
  chipOf,
  type Given,
  type ReadChoices,
  readChoices,
  readTemplate,
  type Tables,
} from "@/lib/webhooks/interpret/own-cards/read-liquid";
import { stateOfValue } from "@/lib/webhooks/interpret/own-cards/states";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { Yaml } from "@/lib/webhooks/payload/yaml";

// Why: docs/decisions/own-cards.md

/** A file as the form edits it, and what it leaves out; or why the form can't express it. */
type ReadFile = { model: CardModel; leftOut: string[] } | { model: null; problem: string };

/** Keys that a card doesn't use: most say which requests are a tool's, which a card doesn't decide. */
const IGNORED = ["aliases", "icon", "recognise", "recognize", "headers", "signature", "delivery", "handshake", "tool"];
const IGNORED_OF_EVENTS = ["remark", "thing"] as const;
const TOO_MANY = `A card can have at most ${CARD_LIMITS.values} texts, lists and keys.`;
const MOST_LINES = 2 * CARD_LIMITS.values;
const UNUSED = { home: "https://example.com", steps: ["-", "-", "-"], recognize: [{ text: "." }] };

/** Reads a `sender.yaml` as far as the form can express it. Lets other work run in between. Never throws. */
export async function readCardFile(text: string): Promise<ReadFile> {
  const failed = (problem: string): ReadFile => ({ model: null, problem });
  if (Buffer.byteLength(text) > CARD_LIMITS.bytes)
    return failed(`A card can have at most ${CARD_LIMITS.bytes / 1024} KiB.`);
  // Parsing takes longest for many short lines.
  if (text.split("\n").length > MOST_LINES) return failed(TOO_MANY);
  try {
    const yaml = new Yaml(text, new Budget(CARD_BUDGET));
    await setImmediate();
    const content = yaml.value();
    if (!isObject(content))
      return failed("The file must have the keys of a sender.yaml, such as `name`, `event` and `events`.");
    const used = Object.entries(content).filter(([key]) => !IGNORED.includes(key));
    const { value } = withKeysOfToday({ ...Object.fromEntries(used), ...UNUSED });
    const result = senderDescription.safeParse(value);
    if (!result.success) {
      const [mistake] = mistakesIn(yaml, result.error.issues.slice(0, 1));
      return failed(`Line ${mistake?.line}: ${mistake?.message}`);
    }
    await setImmediate();
    const { name, event, events, all = {}, tables = {} } = result.data;
    const model = { name, cards: cardsOf(event, events, { ...all }, tables) };
    const checked = cardModel.safeParse(model);
    if (!checked.success)
      return failed(`The form can't hold ${checked.error.issues[0]?.path.join(".") || "this card"}.`);
    return { model: checked.data, leftOut: leftOutOf(content, [all, ...Object.values(events)]) };
  } catch (error) {
    if (error instanceof Inexpressible) return failed(error.message);
    if (error instanceof OverBudget) return failed(TOO_MANY);
    const { line, message } = notYaml(error);
    if (/aliases/.test(message))
      return failed("A card can't have YAML aliases, such as *name. Write the text itself in each place.");
    return failed(`Line ${line}: ${message}`);
  }
}

function leftOutOf(content: object, events: readonly MessageTemplate[]): string[] {
  const keys = Object.keys(content).filter((key) => IGNORED.includes(key));
  return [...keys, ...IGNORED_OF_EVENTS.filter((key) => events.some((event) => event[key] !== undefined))];
}

/** The form can't express a part of a file. */
class Inexpressible extends Error {
  constructor(readonly part: string) {
    super(`The form can't express ${part}.`);
  }
}

/** Returns what `read` does. Throws Inexpressible for a text that isn't Liquid, or that the form can't express. */
function expressed<T>(part: string, read: () => T | null): T {
  try {
    const found = read();
    if (found !== null) return found;
  } catch (error) {
    throw new Error(`${part}: ${reasonOf(error).split(", line:", 1)[0]}`, { cause: error });
  }
  throw new Inexpressible(part);
}

function cardsOf(
  event: string,
  events: Record<string, MessageTemplate>,
  all: MessageTemplate,
  tables: Tables,
): CardOfModel[] {
  const { choices, base } = expressed("event", () => readChoices(event, tables));
  const conditionsFor = (name: string): Condition[][] => {
    const own = choices.filter(({ gives }) => gives === name).map(({ when }) => when);
    if (base === null || typeof base === "string") return base === name ? [...own, []] : own;
    const { value, filters } = base;
    return filters.length === 0 && name !== "*" ? [...own, [{ value, is: true, than: name }]] : own;
  };
  const cards = Object.entries(events).flatMap(([names, template]) => {
    const whole = { ...all, ...template };
    return eventNames(names).flatMap((name) => {
      const alternatives = name === "*" ? [[]] : conditionsFor(name);
      return alternatives.map((when, index) => ({
        ...cardOf(names, whole, tables),
        name: index === 0 ? name : `${name}-${index + 1}`,
        when,
      }));
    });
  });
  if (cards.length === 0) throw new Inexpressible("event");
  // Which one is for all others comes last.
  return [...cards.filter(({ when }) => when.length > 0), ...cards.filter(({ when }) => when.length === 0).slice(0, 1)];
}

function cardOf(names: string, event: MessageTemplate, tables: Tables): CardOfModel {
  const at = (part: string) => `events.${names}.${part}`;
  const text = (part: string, source: string | undefined): Template =>
    source === undefined ? [] : expressed(at(part), () => readTemplate(source));
  if (event.content !== undefined || event.labels !== undefined)
    throw new Inexpressible(at(event.labels ? "labels" : "content"));
  const { place = [], person, links = [], facts = [], skip } = event;
  const skipped = skip === undefined ? [] : expressed(at("skip"), () => skipsIn(readChoices(skip, tables)));
  const card: CardOfModel = {
    ...emptyCard(names),
    each: event.each === undefined ? null : listAt(event.each),
    skip: skipped,
    place: (typeof place === "string" ? [place] : place).map((each, index) => text(`place.${index}`, each)),
    subject: text("subject", event.subject),
    event: text("event", event.event),
    severity: text("severity", event.severity),
    summary: text("summary", event.summary),
    body: text("body", event.body),
    url: text("url", event.url),
    links: links.map(({ label, url }, index) => ({
      label: text(`links.${index}.label`, label),
      url: text(`links.${index}.url`, url),
    })),
    person: {
      name: text("person.name", person?.name),
      url: text("person.url", person?.url),
      icon: text("person.icon_url", person?.icon_url),
    },
    image: text("image", event.image),
    thumbnail: text("thumbnail", event.thumbnail),
    footer: text("footer", event.footer),
    at: text("at", event.at),
    startedAt: text("started_at", event.started_at),
    endedAt: text("ended_at", event.ended_at),
    fields: facts.map(({ each, name, value, kind = "text", inline = true }, index) => {
      if (kind === "labels") throw new Inexpressible(at(`facts.${index}.kind`));
      const [shown, said] = [text(`facts.${index}.name`, name), text(`facts.${index}.value`, value)];
      return { each: each === undefined ? null : listAt(each), name: shown, value: said, kind, inline };
    }),
    threadKey: text("thread_key", event.thread_key),
    updateKey: text("update_key", event.update_key),
    keepsFields: event.keep_facts ?? false,
  };
  return withState(card, event, tables, at);
}

function listAt(written: string): Value {
  const [first = "", ...rest] = written.split(".").map((key) => (/^\d{1,4}$/.test(key) ? Number(key) : key));
  if (first === "item" || first === "payload") return { root: first, path: rest };
  return { root: "payload", path: [first, ...rest] };
}

function skipsIn(read: ReadChoices | null): Condition[][] | null {
  if (read === null || read.base !== "" || read.choices.some(({ gives }) => gives === null)) return null;
  return read.choices.filter(({ gives }) => gives !== "").map(({ when }) => when);
}

// How a state's word can be written.
const WORD_FILTERS = new Set(["words", "capital", "capitalize", "outcome", "downcase", "upcase"]);

/** Reads `state` and `tone` together: they say of the same requests what their state is. */
function withState(
  card: CardOfModel,
  event: MessageTemplate,
  tables: Tables,
  at: (part: string) => string,
): CardOfModel {
  const [states, tones] = (["state", "tone"] as const).map((part) =>
    expressed(at(part), () => readChoices(event[part] ?? "", tables)),
  );
  if (!states || !tones) return card;
  const valueIn = (given: Given) =>
    given !== null && typeof given !== "string" && given.filters.every(({ name }) => WORD_FILTERS.has(name))
      ? given.value
      : null;
  const same = (one: readonly Condition[], other: readonly Condition[]) =>
    JSON.stringify(one) === JSON.stringify(other);
  const byColor = byColorIn(tones.base);
  const value = valueIn(states.base) ?? byColor?.value ?? null;
  const rules: CardOfModel["state"]["rules"] = [];
  const ruleFor = (when: Condition[], state: Given, tone: Given) => {
    if (typeof tone !== "string" || (typeof state !== "string" && valueIn(state) === null))
      throw new Inexpressible(at("tone"));
    const word = typeof state === "string" ? state : "";
    return { when, word: event.state === undefined ? wordOf(when) : word, ...toneIn(tone) };
  };
  const whens = [
    ...tones.choices,
    ...states.choices.filter(({ when }) => !tones.choices.some((tone) => same(tone.when, when))),
  ];
  for (const { when } of whens) {
    const state = states.choices.find((each) => same(each.when, when))?.gives ?? states.base;
    const tone =
      tones.choices.find((each) => same(each.when, when))?.gives ?? (byColor ? toneOfWords(state) : tones.base);
    rules.push(ruleFor(when, state, tone));
  }
  if (typeof states.base === "string" && states.base !== "") throw new Inexpressible(at("state"));
  const base = byColor ? null : tones.base;
  if (base === null && !byColor) throw new Inexpressible(at("tone"));
  const others = typeof base === "string" && base !== "" ? toneIn(base) : null;
  if (others && value === null) rules.push({ when: [], word: "", ...others });
  const read = { ...card, state: { value, rules, others: others && value !== null ? others.tone : ("word" as const) } };
  return event.state === undefined ? withoutStateInSubject(read) : read;
}

function toneOfWords(state: Given): string {
  return typeof state === "string" ? (stateOfValue(state)?.tone ?? "none") : "none";
}

/** `{{ status | color: "blue" }}`: the tone is that of the value's word. */
function byColorIn(given: Given): { value: Value } | null {
  if (given === null || typeof given === "string" || given.filters.at(-1)?.name !== "color") return null;
  return chipOf({ value: given.value, filters: given.filters.slice(0, -1) }) && { value: given.value };
}

function toneIn(text: string): { tone: StateTone; open: boolean } {
  const [first = "", rest] = text.split(",", 2).map((each) => each.trim());
  const tone = STATE_TONES.find((each) => each === first) ?? toneOfColor(first) ?? "none";
  return { tone, open: canBeOpen(tone) && rest !== "over" };
}

/** Older files have only a color: its condition says the state. */
function wordOf(when: readonly Condition[]): string {
  const [first] = when;
  if (!first?.is || typeof first.than !== "string") return "";
  return (stateOfValue(first.than)?.word ?? "").slice(0, 40);
}

/** A title of before has the value that is now the state. */
function withoutStateInSubject(card: CardOfModel): CardOfModel {
  const { value, rules } = card.state;
  const values = [value, ...rules.flatMap(({ when }) => when.map((each) => each.value))].map((each) =>
    JSON.stringify(each),
  );
  const isState = (part: Template[number]) => part.kind === "chip" && values.includes(JSON.stringify(part.value));
  const rest = card.subject.filter((part) => !isState(part));
  if (rest.length === card.subject.length || rest.every(({ kind }) => kind === "text")) return card;
  const subject = tidied(rest).map((part, index) => {
    if (part.kind !== "text") return part;
    const text = part.text.replace(/ +(?=[:,;.])/g, "").replace(/ {2,}/g, " ");
    return { ...part, text: index === 0 ? text.replace(/^[\s:,;·–—-]+/, "") : text };
  });
  return { ...card, subject: tidied(subject) };
}
