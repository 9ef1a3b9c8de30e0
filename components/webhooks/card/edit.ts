import { asText, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { isObject } from "@/lib/webhooks/payload/json-object";
import type { CardField, WebhookCard } from "./card-file";
import { isAddress } from "./chip-filters";
import { leavesOf } from "./draft";
import type { Condition, Path, Scalar, Value } from "./liquid";
import {
  type Chip,
  type ChipFilter,
  type Inline,
  plainTemplate,
  type Template,
  type TemplatePart,
  tidied,
  writeTemplate,
} from "./parts";
import { nameAt, valueAt } from "./payload-tree";
import { describeConditions } from "./rules";

/** A text of the card. */
export type TextOf =
  | { part: "title" | "url" | "description" | "threadKey" | "updateKey" }
  | { part: "name" | "value"; field: number };

/** Conditions of the card: for a color, for skipping, or for the whole card. */
export type ConditionsOf = { part: "color" | "skip"; choice: number } | { part: "when" };

/** Where a clicked value goes. */
export type Slot =
  /** `lines` is the part with a line for each item that it goes into. */
  | { kind: "text"; of: TextOf; lines: number | null; caret: Caret | null }
  | { kind: "condition"; of: ConditionsOf; index: number }
  | { kind: "state" }
  | { kind: "new-field" };

/** A position in a text: before the part at `atom`, after `offset` characters of the text there. */
export type Caret = { atom: number; offset: number };

export const MOST_FIELDS = 25;
const LONGEST_COMPARED = 200;

/** Returns the template of a text. */
export function textAt(card: WebhookCard, of: TextOf): Template {
  if ("field" in of) return card.fields[of.field]?.[of.part] ?? plainTemplate("");
  return card[of.part];
}

/** Returns the card with another template for a text. */
export function withText(card: WebhookCard, of: TextOf, template: Template): WebhookCard {
  if (!("field" in of)) return { ...card, [of.part]: template };
  return {
    ...card,
    fields: card.fields.map((field, at) => (at === of.field ? { ...field, [of.part]: template } : field)),
  };
}

/** Returns the conditions of a part. */
function conditionsAt(card: WebhookCard, of: ConditionsOf): readonly Condition[] {
  if (of.part === "when") return card.when;
  const rules = card[of.part];
  return rules.kind === "rules" ? (rules.choices[of.choice]?.when ?? []) : [];
}

/** Returns the card with other conditions for a part. */
export function withConditions(card: WebhookCard, of: ConditionsOf, when: Condition[]): WebhookCard {
  if (of.part === "when") return { ...card, when };
  const rules = card[of.part];
  if (rules.kind !== "rules") return card;
  // The delivery log names the condition as the reason.
  const reason = of.part === "skip" ? { gives: describeConditions(when) } : {};
  const choices = rules.choices.map((choice, at) => (at === of.choice ? { ...choice, when, ...reason } : choice));
  return { ...card, [of.part]: { ...rules, choices } };
}

/** Returns why a value of the payload can't go into the slot, or null if it can. */
export function objection(card: WebhookCard, slot: Slot, value: unknown): string | null {
  const isSingle = typeof value !== "object" || value === null;
  if (slot.kind === "new-field")
    return card.fields.length < MOST_FIELDS ? null : `A card has at most ${MOST_FIELDS} fields.`;
  if (slot.kind === "condition" && typeof value === "string" && value.length > LONGEST_COMPARED) {
    return "This text is too long to compare with. Choose a shorter value.";
  }
  if (slot.kind !== "text" && !isSingle) return "Choose a single value, not an object or a list.";
  if (isSingle || Array.isArray(value)) return null;
  return "Choose one of the object's values. As a new field, it gives a field for each of them.";
}

/** Returns the card with the value at a path of the payload put into the slot. */
export function withValue(card: WebhookCard, slot: Slot, payload: unknown, path: Path): WebhookCard {
  const value = valueAt(payload, path);
  switch (slot.kind) {
    case "new-field":
      return { ...card, fields: [...card.fields, newField(path, value)] };
    case "state":
      return card.color.kind === "rules"
        ? { ...card, color: { ...card.color, base: { kind: "state", value: inPayload(path), otherwise: "blue" } } }
        : card;
    case "condition": {
      const before = conditionsAt(card, slot.of);
      const condition: Condition = {
        value: inPayload(path),
        is: before[slot.index]?.is ?? true,
        than: scalarOf(value),
      };
      return withConditions(card, slot.of, [
        ...before.slice(0, slot.index),
        condition,
        ...before.slice(slot.index + 1),
      ]);
    }
    case "text":
      return withText(card, slot.of, withPart(card, slot, path, value));
  }
}

function inPayload(path: Path): Value {
  return { root: "payload", path };
}

function scalarOf(value: unknown): Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function newField(path: Path, value: unknown): CardField {
  const named = (inline: boolean, ...parts: TemplatePart[]): CardField => ({
    each: null,
    name: plainTemplate(nameAt(path)),
    value: { kind: "parts", parts },
    inline,
  });
  if (Array.isArray(value) && value.some(isObject)) return named(false, linesOf(inPayload(path), value));
  if (isObject(value) && !Array.isArray(value) && path.every((key) => !`${key}`.includes("."))) {
    const row = (key: string): Template => ({
      kind: "parts",
      parts: [{ kind: "chip", value: { root: "row", path: [key] }, filters: [] }],
    });
    return { each: eachPath(path), name: row("key"), value: row("value"), inline: true };
  }
  const isLong = typeof value === "string" && (value.includes("\n") || value.length > 60);
  return named(!isLong || isAddress(value), {
    kind: "chip",
    value: inPayload(path),
    filters: usualFilters(path, value, true),
  });
}

/** Returns a list's path as a field's `each` has it. */
function eachPath(path: Path): string {
  return (path[0] === "item" || path[0] === "payload" || path.length === 0 ? ["payload", ...path] : path).join(".");
}

/** Returns a chip's first filters: a link for an address, a date for a time, lines for a long text. */
function usualFilters(path: Path, value: unknown, isMarkdown: boolean): ChipFilter[] {
  if (isMarkdown && isAddress(value)) return [{ name: "host" }, { name: "link", given: inPayload(path) }];
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

function withPart(card: WebhookCard, slot: Slot & { kind: "text" }, path: Path, value: unknown): Template {
  const template = textAt(card, slot.of);
  const isMarkdown = slot.of.part === "description" || slot.of.part === "value";
  const field = "field" in slot.of ? card.fields[slot.of.field] : undefined;
  const lines = slot.lines === null || template.kind === "template" ? undefined : template.parts[slot.lines];
  const inner = lines?.kind === "lines" ? within(lines.list.path, path) : null;
  const row = field?.each
    ? within(
        field.each.split(".").filter((key, at) => at > 0 || key !== "payload"),
        path,
      )
    : null;
  const where: Value = inner ? { root: "line", path: inner } : row ? { root: "row", path: row } : inPayload(path);
  const isKey = slot.of.part === "threadKey" || slot.of.part === "updateKey" || slot.of.part === "url";
  const filters = isKey
    ? []
    : usualFilters(path, value, isMarkdown).map((each) => (each.given ? { ...each, given: where } : each));
  const chip: Chip = { kind: "chip", value: where, filters };
  if (template.kind === "template") {
    return { kind: "template", template: template.template + writeTemplate({ kind: "parts", parts: [chip] }) };
  }
  if (lines?.kind === "lines" && slot.lines !== null) {
    const parts = inserted(lines.parts, slot.caret, chip, true);
    return { kind: "parts", parts: template.parts.with(slot.lines, { ...lines, parts }) };
  }
  const part = isMarkdown && Array.isArray(value) && value.some(isObject) ? linesOf(where, value) : chip;
  return { kind: "parts", parts: inserted<TemplatePart>(template.parts, slot.caret, part, !isKey) };
}

/** Returns the path inside an item of the list, or null if the path doesn't lead into the list. */
function within(list: readonly (string | number)[], path: Path): Path | null {
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
export function eachOfChip(card: WebhookCard, field: number, part: number): WebhookCard {
  const before = card.fields[field];
  const row = before?.value.kind === "parts" ? rowOf(before.value.parts) : null;
  const chip = row?.atoms[part];
  if (!before || !row || chip?.kind !== "chip") return card;
  const index = chip.value.path.findIndex((key) => typeof key === "number");
  const [list, inside] = [chip.value.path.slice(0, index), chip.value.path.slice(index + 1)];
  if (index < 0 || list.some((key) => `${key}`.includes("."))) return card;
  const atoms = row.atoms.with(part, { ...chip, value: { root: "row", path: inside } });
  const value: Template = { kind: "parts", parts: partsOf({ texts: row.texts, atoms }) };
  return { ...card, fields: card.fields.with(field, { ...before, each: eachPath(list), value }) };
}
