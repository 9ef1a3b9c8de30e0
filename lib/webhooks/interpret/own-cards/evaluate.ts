import { canBeOpen } from "@/lib/messages/cards/tones";
import { CARD_SEVERITIES, type CardState, type EmbedField, type StateTone } from "@/lib/messages/dto";
import { Budget } from "@/lib/text/budget";
import { cut, firstCodePoints, isBlank, oneLine } from "@/lib/text/text";
import { embedOf } from "@/lib/webhooks/interpret/card";
import { asText, escaped, isoTime, pairsOf } from "@/lib/webhooks/interpret/described/filters";
import type { ToolMessage } from "@/lib/webhooks/interpret/described/make-messages";
import { digestKey, keyOf, tidy, tidyValue } from "@/lib/webhooks/interpret/described/rendered";
import { applyFilter, givesMarkdown, LONGEST_TEXT } from "@/lib/webhooks/interpret/own-cards/filters";
import type {
  CardField,
  CardModel,
  CardOfModel,
  Chip,
  Template,
  TemplatePart,
  Value,
} from "@/lib/webhooks/interpret/own-cards/model";
import { stateOfValue } from "@/lib/webhooks/interpret/own-cards/states";
import { describeConditions, holds, valueAtPath } from "@/lib/webhooks/interpret/own-cards/values";
import { isObject, webUrl } from "@/lib/webhooks/payload/json-object";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";

// Why: docs/decisions/own-cards.md

/** What a card makes of a request: no messages and a reason if a rule skips it, or null if it's for none of the cards. */
type Evaluated = { messages: ToolMessage[]; skipped: string } | null;

const MOST_MESSAGES = 100;
const MOST_LINES = 10;
const MOST_ROWS = 25;
/** What is looked at of a list. */
const MOST_ITEMS = 1_000;
const LONGEST_LABEL = 80;
const LONGEST_REASON = 100;

/** What the cards of a request may read, and each of its messages. One needs up to 2,300 values and 50,000 characters. */
const REQUEST = { nodes: 200_000, depth: 0, characters: 5_000_000 };
const MESSAGE = { nodes: 10_000, depth: 0, characters: 500_000 };
/** Each step takes some time, also with a short text. */
const STEP_CHARACTERS = 20;

type Scope = Readonly<Partial<Record<Value["root"], unknown>>>;

/** The values of a message, and what may still be read of them. */
class Reading {
  constructor(
    readonly scope: Scope,
    readonly budgets: readonly Budget[],
  ) {}

  at = ({ root, path }: Value): unknown => {
    const found = valueAtPath(this.scope[root], path);
    this.step(found);
    return found;
  };

  /** Takes a value from the budgets. Throws OverBudget. */
  step(value: unknown): void {
    const length = typeof value === "string" ? Math.min(value.length, LONGEST_TEXT) : 0;
    for (const budget of this.budgets) {
      budget.spend();
      budget.spendCharacters(STEP_CHARACTERS + length);
    }
  }

  within(inner: Scope): Reading {
    return new Reading({ ...this.scope, ...inner }, this.budgets);
  }

  /** Returns the objects of the list at a path. An object there is read as `{ key, value }` pairs. */
  objectsAt(list: Value): object[] {
    const found = this.at(list);
    return (Array.isArray(found) ? found.slice(0, MOST_ITEMS) : knownPairs(found)).filter(isObject);
  }
}

// Many fields can be made of the same object, which can have thousands of keys.
const known = new WeakMap<object, object[]>();

function knownPairs(value: unknown): object[] {
  if (!isObject(value)) return [];
  const pairs = known.get(value) ?? pairsOf(value).slice(0, MOST_ITEMS);
  known.set(value, pairs);
  return pairs;
}

/**
 * Makes a request's messages. If secrets are masked in `payload`, keys are made from the original, `sent`. Yields between
 * messages. Throws OverBudget.
 */
export function* evaluating(
  model: CardModel,
  { payload, sent }: { payload: object | string; sent: object | string },
): Generator<undefined, Evaluated> {
  const request = new Budget(REQUEST);
  const reading = (scope: Scope) => new Reading(scope, [request, new Budget(MESSAGE)]);
  const whole = reading({ payload });
  const card = model.cards.find(({ when }) => holds(when, whole.at));
  if (!card) return null;
  const items = itemsOf(card, whole);
  const sentItems = sent === payload ? items : itemsOf(card, reading({ payload: sent }));
  const made: ToolMessage[] = [];
  let skipped = "";
  for (const [index, item] of items.entries()) {
    yield;
    const shown = reading({ payload, item });
    const rule = card.skip.find((when) => when.length > 0 && holds(when, shown.at));
    if (rule) {
      skipped ||= firstCodePoints(oneLine(describeConditions(rule)), LONGEST_REASON);
      continue;
    }
    const keys = keysOf(model.name, card, shown);
    const message = messageOf(card, shown, keys);
    if (message === null) continue;
    if (sent === payload) {
      made.push({ ...message, ...keys });
      continue;
    }
    yield;
    made.push({
      ...message,
      ...keysOfSent(model.name, card, keys, reading({ payload: sent, item: sentItems[index] })),
    });
  }
  return made.length > 0 || skipped ? { messages: made, skipped } : null;
}

function itemsOf({ each }: CardOfModel, reading: Reading): (object | null)[] {
  return each === null ? [null] : reading.objectsAt(each).slice(0, MOST_MESSAGES);
}

type Keys = Pick<ToolMessage, "thread_key" | "update_key">;

function keysOf(tool: string, card: CardOfModel, reading: Reading): Keys {
  const thread = keyOf(tool, keyText(card.threadKey, reading), PAYLOAD_LIMITS.threadKey);
  const update = keyOf(tool, keyText(card.updateKey, reading), PAYLOAD_LIMITS.updateKey);
  return { ...(thread && { thread_key: thread }), ...(update && { update_key: update }) };
}

/** The keys of the original request, as digests if they contain a secret. */
function keysOfSent(tool: string, card: CardOfModel, shown: Keys, sent: Reading): Keys {
  const whole = Object.entries(keysOf(tool, card, sent));
  return Object.fromEntries(
    whole.map(([name, key]) => [name, key === shown[name as keyof Keys] ? key : digestKey(tool, key)]),
  );
}

function messageOf(card: CardOfModel, reading: Reading, { update_key: updateKey }: Keys): ToolMessage | null {
  const plain = (template: Template) => oneLine(textOf(template, reading, false));
  const markdown = (template: Template) => tidy(textOf(template, reading, true));
  const address = (template: Template) => webUrl(plain(template));
  const time = (template: Template) => (template.length > 0 ? (isoTime(plain(template)) ?? undefined) : undefined);
  const image = (template: Template) => {
    const url = address(template);
    return url === undefined ? undefined : { url };
  };
  const severity = plain(card.severity).toLowerCase();
  const embed = embedOf({
    place: card.place.map((each) => tidyValue(plain(each))),
    subject: tidyValue(plain(card.subject)),
    event: plain(card.event),
    ...stateIn(card, reading, updateKey !== undefined),
    severity: CARD_SEVERITIES.find((each) => each === severity),
    summary: plain(card.summary),
    body: markdown(card.body),
    facts: fieldsOf(card.fields, reading),
    url: address(card.url),
    links: card.links.flatMap(({ label, url }) => {
      const [shown, to] = [cut(plain(label), LONGEST_LABEL), address(url)];
      return isBlank(shown) || to === undefined ? [] : [{ label: shown, url: to }];
    }),
    person: { name: plain(card.person.name), url: address(card.person.url), icon_url: address(card.person.icon) },
    image: image(card.image),
    thumbnail: image(card.thumbnail),
    footer: plain(card.footer),
    at: time(card.at),
    startedAt: time(card.startedAt),
    endedAt: time(card.endedAt),
  });
  const shows = !isBlank(embed.title) || !isBlank(embed.description) || (embed.fields ?? []).length > 0;
  return shows ? { content: "", embeds: [embed], keepFields: card.keepsFields } : null;
}

/** The state that the card's rules give, or only a tone. */
function stateIn(
  { state: { value, rules, others } }: CardOfModel,
  reading: Reading,
  hasKey: boolean,
): { state?: CardState | undefined; tone?: StateTone } {
  const said = value && stateOfValue(reading.at(value));
  const rule = rules.find(({ when }) => holds(when, reading.at));
  const tone = rule?.tone ?? (others === "word" ? said?.tone : others);
  if (!rule && !said) return {};
  const word = rule?.word || said?.word || "";
  const open = hasKey && canBeOpen(tone) && (rule?.open ?? true);
  return { ...(word && { state: { word, tone: tone ?? "none", open } }), ...(tone && { tone }) };
}

function fieldsOf(fields: readonly CardField[], reading: Reading): EmbedField[] {
  return fields.flatMap(({ each, name, value, kind, inline }) => {
    const rows =
      each === null
        ? [reading]
        : reading
            .objectsAt(each)
            .slice(0, MOST_ROWS)
            .map((row) => reading.within({ row }));
    return rows.flatMap((row) => {
      const shown = { name: oneLine(textOf(name, row, false)), value: tidyValue(tidy(textOf(value, row, true))) };
      if (isBlank(shown.name) || isBlank(shown.value)) return [];
      return [{ ...shown, inline, ...(kind !== "text" && { kind }) }];
    });
  });
}

function textOf(template: readonly TemplatePart[], reading: Reading, isMarkdown: boolean): string {
  let text = "";
  for (const part of template) {
    if (text.length > LONGEST_TEXT) break;
    if (part.kind === "text") text += part.text;
    else if (part.kind === "chip") text += chipText(part, reading, isMarkdown);
    else text += linesText(part, reading, isMarkdown);
  }
  return text;
}

function linesText({ list, parts }: TemplatePart & { kind: "lines" }, reading: Reading, isMarkdown: boolean): string {
  const found = reading.at(list);
  if (!Array.isArray(found)) return "";
  const shown = found.slice(0, MOST_LINES).map((line) => `${textOf(parts, reading.within({ line }), isMarkdown)}\n`);
  const rest = found.length - shown.length;
  return shown.join("") + (rest > 0 ? `… and ${rest} more` : "");
}

function chipText({ value, filters }: Chip, reading: Reading, isMarkdown: boolean): string {
  let shown = reading.at(value);
  for (const { name, given } of filters) {
    reading.step(shown);
    const argument = typeof given === "object" ? reading.at(given) : given;
    shown = applyFilter(name, shown, argument);
  }
  const last = filters.at(-1);
  const text = Array.isArray(shown) ? shown.slice(0, 50) : shown;
  if (isMarkdown && !(last && givesMarkdown(last.name))) return escaped(text);
  return asText(text).slice(0, LONGEST_TEXT);
}

/** A key without one of its values would be the same for everything that lacks it. */
function keyText(template: Template, reading: Reading): string {
  const parts = template.map((part) => (part.kind === "text" ? part.text : textOf([part], reading, false)));
  return template.some((part, index) => part.kind !== "text" && isBlank(parts[index] ?? ""))
    ? ""
    : oneLine(parts.join(""));
}
