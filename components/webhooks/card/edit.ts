import { canBeOpen } from "@/lib/messages/cards/tones";
import { asText, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { CARD_LIMITS } from "@/lib/webhooks/interpret/own-cards/limits";
import type {
  CardField,
  CardOfModel,
  Chip,
  ChipFilter,
  Condition,
  Inline,
  Path,
  Scalar,
  StateRule,
  Template,
  TemplatePart,
  Value,
} from "@/lib/webhooks/interpret/own-cards/model";
import { inPayload, plainTemplate, tidied } from "@/lib/webhooks/interpret/own-cards/new-card";
import { stateOfValue } from "@/lib/webhooks/interpret/own-cards/states";
import { valueAtPath } from "@/lib/webhooks/interpret/own-cards/values";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { isAddress } from "./chip-filters";
import { leavesOf } from "./leaves";
import { nameAt } from "./payload-tree";

/** The card's texts that stand alone. */
type OneText =
  | ("subject" | "event" | "severity" | "summary" | "body" | "url" | "image" | "thumbnail" | "footer")
  | ("at" | "startedAt" | "endedAt" | "threadKey" | "updateKey");

/** A text of the card. */
export type TextOf =
  | { part: OneText }
  | { part: "place"; index: number }
  | { part: "label" | "address"; link: number }
  | { part: "person"; of: "name" | "url" | "icon" }
  | { part: "name" | "value"; field: number };

/** Conditions of the card: for a state, for skipping, or for the whole card. */
export type ConditionsOf = { part: "state" | "skip"; rule: number } | { part: "when" };

/** Where a clicked value goes. */
export type Slot =
  /** `lines` is the part with a line for each item that it goes into. */
  | { kind: "text"; of: TextOf; lines: number | null; caret: Caret | null }
  | { kind: "condition"; of: ConditionsOf; index: number }
  /** The value that says the state. */
  | { kind: "state" }
  /** The list that a card is made for. */
  | { kind: "each" }
  | { kind: "new-field" };

/** A position in a text: before the part at `atom`, after `offset` characters of the text there. */
export type Caret = { atom: number; offset: number };

export const MOST_FIELDS = CARD_LIMITS.fields;
export const MOST_LINKS = 5;
const MOST_RULES = 50;
const LONGEST_COMPARED = 200;

/** Returns the template of a text. */
export function textAt(card: CardOfModel, of: TextOf): Template {
  switch (of.part) {
    case "place":
      return card.place[of.index] ?? [];
    case "label":
      return card.links[of.link]?.label ?? [];
    case "address":
      return card.links[of.link]?.url ?? [];
    case "person":
      return card.person[of.of];
    case "name":
    case "value":
      return card.fields[of.field]?.[of.part] ?? [];
    default:
      return card[of.part];
  }
}

/** Returns the card with another template for a text. */
export function withText(card: CardOfModel, of: TextOf, template: Template): CardOfModel {
  switch (of.part) {
    case "place": {
      const place = [0, 1].map((index) => (index === of.index ? template : (card.place[index] ?? [])));
      return { ...card, place: place.slice(0, (place[1]?.length ?? 0) > 0 ? 2 : 1) };
    }
    case "label":
    case "address": {
      const changed = { [of.part === "label" ? "label" : "url"]: template };
      return { ...card, links: card.links.map((each, at) => (at === of.link ? { ...each, ...changed } : each)) };
    }
    case "person":
      return { ...card, person: { ...card.person, [of.of]: template } };
    case "name":
    case "value": {
      const kind = of.part === "value" ? kindOf(template) : null;
      const changed = { [of.part]: template, ...(kind && { kind }) };
      return { ...card, fields: card.fields.map((field, at) => (at === of.field ? { ...field, ...changed } : field)) };
    }
    default:
      return { ...card, [of.part]: template };
  }
}

const KINDS: Readonly<Record<string, CardField["kind"]>> = {
  ...{ duration: "duration", duration_ms: "duration", until: "duration", bytes: "bytes", money: "money" },
  ...{ number: "number", count: "number", size: "number", date_time: "time", relative: "time", time: "time" },
  ...{ link: "link", code_link: "link", code: "code", block: "code" },
};

/** Returns what a value is, if it's one value whose filter says so. */
function kindOf(template: Template): CardField["kind"] | null {
  const [only] = template;
  const last = template.length === 1 && only?.kind === "chip" ? only.filters.at(-1) : undefined;
  return (last && KINDS[last.name]) ?? null;
}

/** Returns the conditions of a part. */
function conditionsAt(card: CardOfModel, of: ConditionsOf): readonly Condition[] {
  if (of.part === "when") return card.when;
  return (of.part === "skip" ? card.skip[of.rule] : card.state.rules[of.rule]?.when) ?? [];
}

/** Returns the card with other conditions for a part. */
export function withConditions(card: CardOfModel, of: ConditionsOf, when: Condition[]): CardOfModel {
  if (of.part === "when") return { ...card, when };
  if (of.part === "skip") return { ...card, skip: card.skip.map((each, at) => (at === of.rule ? when : each)) };
  const rules = card.state.rules.map((rule, at) => (at === of.rule ? named({ ...rule, when }, rule.when) : rule));
  return { ...card, state: { ...card.state, rules } };
}

/** A state that was chosen first gets the word of its value, until someone writes another one. */
function named(rule: StateRule, before: readonly Condition[]): StateRule {
  const [first] = rule.when;
  if (before.length > 0 || !first?.is || first.than === null) return rule;
  return { ...rule, ...stateFor(first.than) };
}

/** Returns the state that a value most likely says. */
function stateFor(value: Scalar): Pick<StateRule, "word" | "tone" | "open"> {
  const { word = "", tone = "none" } = stateOfValue(value) ?? {};
  return { word: word.slice(0, 40), tone, open: canBeOpen(tone) };
}

/** Returns the card with a state for each of these values, after those that it has. */
export function withStatesFor(card: CardOfModel, value: Value, seen: readonly Scalar[]): CardOfModel {
  const { rules } = card.state;
  const isKnown = (than: Scalar) =>
    rules.some(({ when: [first, ...more] }) => first?.is && more.length === 0 && `${first.than}` === `${than}`);
  const added = seen
    .filter((than) => `${than ?? ""}` !== "" && !isKnown(than))
    .map((than): StateRule => {
      return { when: [{ value, is: true, than }], ...stateFor(than) };
    });
  const [always, ...own] = [
    rules.filter(({ when }) => when.length === 0),
    ...rules.filter(({ when }) => when.length > 0),
  ];
  return { ...card, state: { ...card.state, value, rules: [...own, ...added, ...always].slice(0, MOST_RULES) } };
}

/** Returns why a value of the payload can't go into the slot, or null if it can. */
export function objection(card: CardOfModel, slot: Slot, value: unknown, path: Path = []): string | null {
  const isSingle = typeof value !== "object" || value === null;
  if (slot.kind === "each") {
    if (!Array.isArray(value) || !value.some(isObject)) return "Choose a list of objects. Each of them becomes a card.";
    return path.some((key) => `${key}`.includes(".")) ? "Lists whose key has a dot can't be used." : null;
  }
  if (slot.kind === "new-field")
    return card.fields.length < MOST_FIELDS ? null : `A card has at most ${MOST_FIELDS} fields.`;
  if (slot.kind === "condition" && typeof value === "string" && value.length > LONGEST_COMPARED) {
    return "This text is too long to compare with. Choose a shorter value.";
  }
  if (slot.kind !== "text" && !isSingle) return "Choose a single value, not an object or a list.";
  if (isSingle || Array.isArray(value)) return null;
  return "Choose one of the object's values. As a new field, it gives a field for each of them.";
}

/** Returns the card with the value at a path of the payload put into the slot. `seen` are the values that the log has had there. */
export function withValue(
  card: CardOfModel,
  slot: Slot,
  payload: unknown,
  path: Path,
  seen: readonly Scalar[] = [],
): CardOfModel {
  const value = valueAtPath(payload, path);
  const where = whereOf(card, path);
  switch (slot.kind) {
    case "new-field":
      return { ...card, fields: [...card.fields, newField(where, path, value)] };
    case "each":
      return { ...card, each: inPayload(path) };
    case "state": {
      const former = JSON.stringify(card.state.value);
      const rules = card.state.rules.filter(({ when }) => !when.some((each) => JSON.stringify(each.value) === former));
      return withStatesFor({ ...card, state: { ...card.state, rules } }, where, [
        ...new Set([...seen, scalarOf(value)]),
      ]);
    }
    case "condition": {
      const before = conditionsAt(card, slot.of);
      const condition: Condition = { value: where, is: before[slot.index]?.is ?? true, than: scalarOf(value) };
      return withConditions(card, slot.of, [
        ...before.slice(0, slot.index),
        condition,
        ...before.slice(slot.index + 1),
      ]);
    }
    case "text":
      return withText(card, slot.of, withPart(card, slot, where, path, value));
  }
}

/** Returns where a value is: in the item that the card is made for, or anywhere in the payload. */
function whereOf({ each }: CardOfModel, path: Path): Value {
  const inside = each?.root === "payload" ? within(each.path, path) : null;
  return inside ? { root: "item", path: inside } : inPayload(path);
}

function scalarOf(value: unknown): Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function newField(where: Value, path: Path, value: unknown): CardField {
  const named = (inline: boolean, ...parts: TemplatePart[]): CardField => ({
    each: null,
    name: plainTemplate(nameAt(path)),
    value: parts,
    kind: kindOf(parts) ?? (typeof value === "number" ? "number" : "text"),
    inline,
  });
  if (Array.isArray(value) && value.some(isObject)) return named(false, linesOf(where, value));
  if (isObject(value) && !Array.isArray(value) && path.every((key) => !`${key}`.includes("."))) {
    const row = (key: string): Template => [{ kind: "chip", value: { root: "row", path: [key] }, filters: [] }];
    return { each: where, name: row("key"), value: row("value"), kind: "text", inline: true };
  }
  const isLong = typeof value === "string" && (value.includes("\n") || value.length > 60);
  return named(!isLong || isAddress(value), { kind: "chip", value: where, filters: usualFilters(where, value, true) });
}

/** Returns a chip's first filters: a link for an address, a date for a time, lines for a long text. */
function usualFilters(where: Value, value: unknown, isMarkdown: boolean): ChipFilter[] {
  if (isMarkdown && isAddress(value)) return [{ name: "host" }, { name: "link", given: where }];
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && asText(plainFilters.time?.(value)) !== "") {
    return [{ name: "date_time" }];
  }
  return isMarkdown && typeof value === "string" && value.trim().includes("\n") ? [{ name: "lines" }] : [];
}

/** Returns a line for each item of a list, with the values that say most. */
function linesOf(list: Value, items: readonly unknown[]): TemplatePart {
  const leaves = leavesOf(items.find(isObject) ?? items[0]).filter(({ value }) => !isAddress(value));
  const named = (keys: RegExp) => leaves.find(({ path }) => keys.test(`${path.at(-1) ?? ""}`));
  const found = [named(/(name|title|subject|summary)$/i) ?? leaves[0], named(/(status|state|result|severity)$/i)];
  const shown = [...new Set(found)].filter((leaf) => leaf !== undefined);
  const parts = shown.flatMap((leaf, index): Inline[] => [
    { kind: "text", text: index === 0 ? "• " : ": " },
    { kind: "chip", value: { root: "line", path: leaf.path }, filters: [] },
  ]);
  return { kind: "lines", list, parts };
}

// Texts that programs read: as they are.
const EXACT = new Set<TextOf["part"]>(
  "url address image thumbnail at startedAt endedAt threadKey updateKey severity".split(" ") as TextOf["part"][],
);

/** Whether a text takes Markdown. */
export function takesMarkdown({ part }: TextOf): boolean {
  return part === "body" || part === "value";
}

function withPart(
  card: CardOfModel,
  slot: Slot & { kind: "text" },
  outside: Value,
  path: Path,
  value: unknown,
): Template {
  const template = textAt(card, slot.of);
  const isMarkdown = takesMarkdown(slot.of);
  const field = "field" in slot.of ? card.fields[slot.of.field] : undefined;
  const lines = slot.lines === null ? undefined : template[slot.lines];
  const inner = lines?.kind === "lines" ? within(lines.list.path, path) : null;
  const row = field?.each ? within(field.each.path, path) : null;
  const where: Value = inner ? { root: "line", path: inner } : row ? { root: "row", path: row } : outside;
  const isExact = EXACT.has(slot.of.part) || (slot.of.part === "person" && slot.of.of !== "name");
  const chip: Chip = { kind: "chip", value: where, filters: isExact ? [] : usualFilters(where, value, isMarkdown) };
  if (lines?.kind === "lines" && slot.lines !== null) {
    return template.with(slot.lines, { ...lines, parts: inserted(lines.parts, slot.caret, chip, true) });
  }
  const part = isMarkdown && Array.isArray(value) && value.some(isObject) ? linesOf(where, value) : chip;
  return inserted<TemplatePart>(template, slot.caret, part, !isExact);
}

/** Returns the path inside an item of the list, or null if the path doesn't lead into the list. */
function within(list: Path, path: Path): Path | null {
  const leads = list.every((key, at) => `${path[at]}` === `${key}`);
  return leads && typeof path[list.length] === "number" ? path.slice(list.length + 1) : null;
}

/** Returns the parts with another one at the caret, or at the end. A space keeps it from what is before it. */
function inserted<P extends TemplatePart>(parts: readonly P[], caret: Caret | null, part: P, isSpaced: boolean): P[] {
  const { texts, atoms } = rowOf(parts);
  const at = Math.min(caret?.atom ?? atoms.length, atoms.length);
  const here = texts[at] ?? "";
  const offset = Math.min(caret?.offset ?? here.length, here.length);
  const [before, after] = [here.slice(0, offset), here.slice(offset)];
  const touches = before === "" ? at > 0 : /[\p{L}\p{N}:,.]$/u.test(before);
  texts.splice(at, 1, isSpaced && touches ? `${before} ` : before, after);
  atoms.splice(at, 0, part);
  return partsOf<P>({ texts, atoms });
}

/** Parts as an editor shows them: a text before, between and after the others, even if it's empty. */
export type Row<P extends TemplatePart> = { texts: string[]; atoms: P[] };

/** Returns parts as a row. */
export function rowOf<P extends TemplatePart>(parts: readonly P[]): Row<P> {
  const row: Row<P> = { texts: [""], atoms: [] };
  for (const part of parts) {
    if (part.kind === "text") row.texts.push(`${row.texts.pop() ?? ""}${part.text}`);
    else {
      row.atoms.push(part);
      row.texts.push("");
    }
  }
  return row;
}

/** Returns a row as parts. */
export function partsOf<P extends TemplatePart>({ texts, atoms }: Row<P>): P[] {
  const all = texts.flatMap((each, at) => {
    const atom = atoms[at];
    const written = { kind: "text", text: each } as P;
    return atom === undefined ? [written] : [written, atom];
  });
  return tidied(all);
}

/** Returns the card with a field for each item of the list that this chip of a field's value leads into. */
export function eachOfChip(card: CardOfModel, field: number, part: number): CardOfModel {
  const before = card.fields[field];
  const row = before && rowOf(before.value);
  const chip = row?.atoms[part];
  if (!before || !row || chip?.kind !== "chip") return card;
  const { root, path } = chip.value;
  const index = path.findIndex((key) => typeof key === "number");
  const [list, inside] = [path.slice(0, index), path.slice(index + 1)];
  if (index < 0 || list.some((key) => `${key}`.includes("."))) return card;
  const atoms = row.atoms.with(part, { ...chip, value: { root: "row", path: inside } });
  const value = partsOf({ texts: row.texts, atoms });
  return { ...card, fields: card.fields.with(field, { ...before, each: { root, path: list }, value }) };
}

/** Returns the words of a text that are the same for every request. */
export function wordsOf(template: Template): string {
  return template.map((part) => (part.kind === "text" ? part.text : " ")).join("");
}
