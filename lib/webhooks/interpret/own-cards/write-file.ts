import { canBeOpen } from "@/lib/messages/cards/tones";
import type { StateTone } from "@/lib/messages/dto";
import type {
  CardField,
  CardModel,
  CardOfModel,
  ChipFilter,
  Condition,
  Scalar,
  Template,
  TemplatePart,
  Value,
} from "@/lib/webhooks/interpret/own-cards/model";
import { describeConditions } from "@/lib/webhooks/interpret/own-cards/values";

// This file also runs in browsers, so it can't use Node.

const MOST_LINES = 10;

/** Returns a card as the content of a `sender.yaml`, without what says which requests are the tool's. */
export function writeCardFile({ name, cards }: CardModel): Record<string, unknown> {
  return {
    name,
    event: writeEvent(cards),
    events: Object.fromEntries(cards.map((card) => [card.name, writeEventOf(card)])),
  };
}

// The last card can be for all other requests. Before it, each needs a condition.
function writeEvent(cards: readonly CardOfModel[]): string {
  const last = cards.at(-1);
  return writeChoices(
    cards.map(({ when, name }) => ({ when, gives: literal(name) })),
    last && last.when.length === 0 ? literal(last.name) : "",
  );
}

function writeEventOf(card: CardOfModel): Record<string, unknown> {
  const { each, place, links, fields, keepsFields } = card;
  const text = (template: Template) => writeTemplate(template) || undefined;
  const places = place.map(writeTemplate).filter(Boolean);
  const name = text(card.person.name);
  const person = name && { name, url: text(card.person.url), icon_url: text(card.person.icon) };
  return present({
    each: each ? writeList(each) : undefined,
    skip:
      writeChoices(
        card.skip.map((when) => ({ when, gives: literal(describeConditions(when)) })),
        "",
      ) || undefined,
    place: places.length > 1 ? places : places[0],
    subject: text(card.subject),
    event: text(card.event),
    ...writeState(card),
    severity: text(card.severity),
    summary: text(card.summary),
    body: text(card.body),
    url: text(card.url),
    links:
      links.length > 0
        ? links.map(({ label, url }) => ({ label: writeTemplate(label), url: writeTemplate(url) }))
        : undefined,
    person: person ? present(person) : undefined,
    facts: fields.length > 0 ? fields.map(writeField) : undefined,
    image: text(card.image),
    thumbnail: text(card.thumbnail),
    footer: text(card.footer),
    at: text(card.at),
    started_at: text(card.startedAt),
    ended_at: text(card.endedAt),
    thread_key: text(card.threadKey),
    update_key: text(card.updateKey),
    keep_facts: keepsFields || undefined,
  });
}

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, each]) => each !== undefined));
}

function writeField({ each, name, value, kind, inline }: CardField): Record<string, unknown> {
  return {
    ...(each && { each: writeList(each) }),
    name: writeTemplate(name),
    value: writeTemplate(value),
    ...(kind !== "text" && { kind }),
    ...(!inline && { inline }),
  };
}

function writeState({ state: { value, rules, others } }: CardOfModel): { state?: string; tone?: string } {
  const said = value === null ? "" : `{{ ${writeValue(value)} | words | capital }}`;
  const byWord = value === null ? "" : `{{ ${writeValue(value)} | color: "grey" }}`;
  const always = rules.find(({ when }) => when.length === 0);
  const before = rules.slice(0, always ? rules.indexOf(always) : undefined);
  const tone = ({ tone, open }: { tone: StateTone; open: boolean }) =>
    canBeOpen(tone) && !open ? `${tone}, over` : tone;
  const otherTone = others === "word" ? byWord : value === null ? "" : others;
  const state = writeChoices(
    before.map(({ when, word }) => ({ when, gives: word === "" ? said : literal(word) })),
    said,
  );
  const tones = writeChoices(
    before.map((rule) => ({ when: rule.when, gives: tone(rule) })),
    always ? tone(always) : otherTone,
  );
  return { ...(state && { state }), ...(tones && { tone: tones }) };
}

/** A list's path as `each` has it. */
function writeList({ root, path }: Value): string {
  const [first] = path;
  const isShort = root === "payload" && path.length > 0 && first !== "item" && first !== "payload";
  return (isShort ? path : [root, ...path]).join(".");
}

/** Returns a chain of conditions, `{% if … %}a{% elsif … %}b{% else %}rest{% endif %}`. */
function writeChoices(choices: readonly { when: readonly Condition[]; gives: string }[], rest: string): string {
  const real = choices.filter(({ when }) => when.length > 0);
  if (real.length === 0) return rest;
  const chain = real.map(
    ({ when, gives }, index) => `{% ${index === 0 ? "if" : "elsif"} ${writeConditions(when)} %}${gives}`,
  );
  return `${chain.join("")}${rest === "" ? "" : `{% else %}${rest}`}{% endif %}`;
}

function writeConditions(conditions: readonly Condition[]): string {
  const written = conditions.map(
    ({ value, is, than }) => `${writeValue(value)} ${is ? "==" : "!="} ${writeScalar(than)}`,
  );
  return written.join(" and ");
}

/** Returns a text of the card as a Liquid template. */
export function writeTemplate(template: Template): string {
  return template.map(writePart).join("");
}

function writePart(part: TemplatePart): string {
  if (part.kind === "text") return literal(part.text);
  if (part.kind === "chip") return `{{ ${[writeValue(part.value), ...part.filters.map(writeFilter)].join(" | ")} }}`;
  const list = writeValue(part.list);
  const size = writeValue({ ...part.list, path: [...part.list.path, "size"] });
  const lines = `{% for line in ${list} limit: ${MOST_LINES} %}${part.parts.map(writePart).join("")}\n{% endfor %}`;
  return `${lines}{% if ${size} > ${MOST_LINES} %}… and {{ ${size} | minus: ${MOST_LINES} }} more{% endif %}`;
}

/** What looks like the beginning of an expression is written as one. */
function literal(text: string): string {
  return text.replace(/\{(?=[{%]|$)/g, '{{ "{" }}');
}

function writeFilter({ name, given }: ChipFilter): string {
  return given === undefined ? name : `${name}: ${typeof given === "object" ? writeValue(given) : writeScalar(given)}`;
}

// Names that mean something else at the beginning of an expression.
const TAKEN = new Set([
  ..."payload headers request tables item row line forloop".split(" "),
  ..."true false nil null empty blank and or contains not".split(" "),
]);
const NAME = /^[A-Za-z_][\w-]*$/;

function writeValue({ root, path }: Value): string {
  const [first] = path;
  const isShort = root === "payload" && typeof first === "string" && NAME.test(first) && !TAKEN.has(first);
  return (isShort ? first : root) + (isShort ? path.slice(1) : path).map(writeKey).join("");
}

function writeKey(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return NAME.test(key) ? `.${key}` : `[${writeScalar(key)}]`;
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Returns a Liquid literal. Numbers that Liquid can't write become text. */
function writeScalar(value: Scalar): string {
  if (value === null) return "blank";
  if (typeof value === "boolean" || (typeof value === "number" && NUMBER.test(`${value}`))) return `${value}`;
  const escapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  // A tag would end at "%}", and an output at "}}", even within quotes.
  return `"${`${value}`
    .replace(/["\\]/g, "\\$&")
    .replace(/[\n\r\t]/g, (each) => escapes[each] ?? each)
    .replaceAll("%}", "\\u0025}")}"`;
}

const COLORS: Readonly<Record<string, string>> = {
  good: "green",
  bad: "red",
  warning: "amber",
  progress: "blue",
  done: "purple",
  none: "grey",
} satisfies Record<StateTone, string>;

/** Returns a card as instances of the version before read it: with a title, a color and fields. */
export function writeOlderFile(model: CardModel): Record<string, unknown> {
  const { events, ...file } = writeCardFile(model);
  return {
    ...file,
    events: Object.fromEntries(
      Object.entries(Object(events)).map(([name, event]) => [name, olderEvent(Object(event))]),
    ),
  };
}

function olderEvent(event: Record<string, unknown>): Record<string, unknown> {
  const {
    place,
    subject,
    event: what,
    state,
    tone,
    severity,
    summary,
    body,
    links,
    facts,
    person,
    at,
    ...rest
  } = event;
  const { started_at, ended_at, keep_facts, ...kept } = rest;
  const where = [place].flat().filter(Boolean).join(" · ");
  const before = [state, what].filter(Boolean).join(" · ");
  const title = [where && `[${where}] `, before, before && subject && ": ", subject].filter(Boolean).join("");
  const fields = Array.isArray(facts) ? facts.map(({ kind, ...field }) => field) : undefined;
  const description = [summary, body].filter(Boolean).join("\n\n");
  const named = {
    title: title || undefined,
    description: description || undefined,
    fields,
    author: person,
    timestamp: at,
  };
  const color = typeof tone === "string" ? { color: colorTemplate(tone) } : {};
  return present({ ...kept, ...named, ...color, ...(keep_facts === true && { keep_fields: true }) });
}

/** Tones are the texts between the template's tags. */
function colorTemplate(tone: string): string {
  return tone.replace(/(^|%\})(\w+)(?:, over)?(?=\{%|$)/g, (whole, before: string, name: string) => {
    const color = COLORS[name];
    return color === undefined ? whole : before + color;
  });
}
