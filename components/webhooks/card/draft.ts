import { toneOf } from "@/lib/messages/cards/tones";
import type { Embed, EmbedField, Tone } from "@/lib/messages/dto";
import { cut, oneLine } from "@/lib/text/text";
import { asText, escaped, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { isObject, webUrl } from "@/lib/webhooks/payload/json-object";
import { type CardField, emptyCard, type WebhookCard } from "./card-file";
import type { Path } from "./liquid";
import {
  type Chip,
  type ChipFilter,
  type Inline,
  plainTemplate,
  type Template,
  type TemplatePart,
  tidied,
} from "./parts";
import { nameAt, pathKey } from "./payload-tree";
import type { BaseColor } from "./rules";

/** One value of a payload and where it is. */
type Leaf = { path: Path; value: string | number | boolean };

const MOST_LEAVES = 1_000;
const DEEPEST = 8;
// A shorter text appears in others by chance.
const SHORTEST_IN_TITLE = 2;

/**
 * Returns the first draft of a card: what Parley's plain card of this payload shows, with chips where it shows the
 * payload's values.
 */
export function draftCard(payload: unknown, plain: Embed, name: string): WebhookCard {
  const leaves = leavesOf(payload);
  const [whole] = leaves;
  if (whole && typeof payload === "string") {
    return {
      ...emptyCard(name),
      title: chips(chip(whole, { name: "first_line" })),
      description: chips(chip(whole, { name: "lines" })),
    };
  }
  const title = withoutStates(titleOf(plain.title ?? "", leaves), plain.state ?? "", leaves);
  const fields = (plain.fields ?? []).flatMap((field) => fieldOf(field, leaves, payload) ?? []);
  const url = plain.url && leaves.find(({ value }) => typeof value === "string" && webUrl(value) === plain.url);
  const description = textOf(plain.description ?? "", leaves);
  return {
    ...emptyCard(name),
    title,
    url: url ? chips(chip(url)) : plainTemplate(""),
    description,
    color: { kind: "rules", choices: [], base: colorOf(plain, title, leaves) },
    fields,
  };
}

/** Returns the payload's texts, numbers and booleans from the outside in, and of each list the first item's. */
export function leavesOf(payload: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  let level: { path: Path; value: unknown }[] = [{ path: [], value: payload }];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const next: { path: Path; value: unknown }[] = [];
    for (const { path, value } of level) {
      if (Array.isArray(value)) {
        if (value.length > 0) next.push({ path: [...path, 0], value: value[0] });
      } else if (isObject(value)) {
        for (const key of Object.keys(value).slice(0, MOST_LEAVES)) {
          next.push({ path: [...path, key], value: Reflect.get(value, key) });
        }
      } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
        if (leaves.length < MOST_LEAVES) leaves.push({ path, value });
      }
    }
    level = next;
  }
  return leaves;
}

function chip({ path }: Leaf, ...filters: ChipFilter[]): Chip {
  return { kind: "chip", value: { root: "payload", path }, filters };
}

function chips(...parts: TemplatePart[]): Template {
  return { kind: "parts", parts: tidied(parts) };
}

/** How plain cards show values. */
const FORMS: readonly (readonly string[])[] = [
  [],
  ["capital"],
  ["words"],
  ["words", "capital"],
  ["date_time"],
  ["number"],
  ["bytes"],
  ["duration"],
  ["duration_ms"],
  ["first_line"],
  ["text_of_html"],
];

function form(names: readonly string[], value: unknown): string {
  return oneLine(asText(names.reduce((shown, name) => plainFilters[name]?.(shown), value)));
}

function filters(names: readonly string[]): ChipFilter[] {
  return names.map((name) => ({ name }));
}

/** Replaces the payload's values in a title with chips, the longest first. */
function titleOf(title: string, leaves: readonly Leaf[]): Inline[] {
  const forms = leaves
    .filter(({ value }) => typeof value !== "boolean")
    .flatMap((leaf) =>
      [...FORMS.slice(0, 4), ["first_line"]].map((names, index) => ({
        leaf,
        names,
        index,
        shown: form(names, leaf.value),
      })),
    )
    .filter(({ shown }) => shown.length >= SHORTEST_IN_TITLE && shown.length <= title.length)
    .sort((a, b) => b.shown.length - a.shown.length || a.index - b.index);
  let parts: Inline[] = [{ kind: "text", text: title }];
  for (const { leaf, names, shown } of forms) {
    parts = parts.flatMap((part) => {
      const at = part.kind === "text" ? wholeWord(part.text, shown) : -1;
      if (part.kind !== "text" || at < 0) return [part];
      const [before, after] = [part.text.slice(0, at), part.text.slice(at + shown.length)];
      return [{ kind: "text", text: before }, chip(leaf, ...filters(names)), { kind: "text", text: after }];
    });
  }
  return parts;
}

/**
 * Replaces words for states in a title's text, which would say "failed" of every later payload, with the value that says
 * the state, or removes them.
 */
function withoutStates(title: readonly Inline[], state: string, leaves: readonly Leaf[]): Template {
  const leaf = leaves.find(({ value }) => asText(value).toLowerCase() === state.toLowerCase());
  const isOutcome = (word: string) => ["green", "red", "amber"].includes(colorNameOf(word));
  const meansState = (word: string) =>
    word.toLowerCase() === state.toLowerCase() || (isOutcome(state) && isOutcome(word));
  let isSaid = leaf === undefined || title.some((part) => part.kind === "chip" && isSame(part.value.path, leaf.path));
  const kept = title.flatMap((part): Inline[] => {
    if (part.kind !== "text") return [part];
    return part.text.split(/([\p{L}\p{N}]+)/u).map((piece) => {
      if (colorNameOf(piece) === "") return { kind: "text", text: piece };
      if (leaf === undefined || isSaid || !meansState(piece)) return { kind: "text", text: "" };
      isSaid = true;
      return chip(leaf);
    });
  });
  const spaced = (written: string) => written.replace(/ {2,}/g, " ").replace(/ +(?=[:,;.])/g, "");
  const parts = tidied(kept).map((part) => (part.kind === "text" ? { ...part, text: spaced(part.text) } : part));
  return chips(...parts);
}

/** Returns the name of a state's color, or "" for a text that is none. */
function colorNameOf(value: Leaf["value"]): string {
  return asText(plainFilters.color?.(value));
}

function isSame(one: Path, other: Path): boolean {
  return pathKey(one) === pathKey(other);
}

function wholeWord(within: string, searched: string): number {
  for (let at = within.indexOf(searched); at >= 0; at = within.indexOf(searched, at + 1)) {
    const around = `${within.slice(0, at).at(-1) ?? " "}${within.at(at + searched.length) ?? " "}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return at;
  }
  return -1;
}

/** Returns a description's template: a chip for a text of the payload that begins with it, or nothing. */
function textOf(description: string, leaves: readonly Leaf[]): Template {
  const shown = folded(description.replace(/…$/, ""));
  if (shown === "") return plainTemplate("");
  const found = leaves.find(({ value }) => typeof value === "string" && folded(value).startsWith(shown));
  if (found) return chips(chip(found, { name: "lines" }));
  const html = leaves.find(({ value }) => folded(form(["text_of_html"], value)).startsWith(shown));
  return html ? chips(chip(html, { name: "text_of_html" }, { name: "lines" })) : plainTemplate("");
}

function folded(written: string): string {
  return written
    .slice(0, 4_000)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Returns a field with chips for its value, or null if the payload doesn't have it as it's shown. */
function fieldOf(
  { name, value, inline = true }: EmbedField,
  leaves: readonly Leaf[],
  payload: unknown,
): CardField | null {
  const field = (template: Template) => ({ each: null, name: plainTemplate(name), value: template, inline });
  const [, linked] = /^\[.*\]\((.*)\)$/s.exec(value) ?? [];
  const byName = [...leaves].sort((a, b) => Number(nameAt(b.path) === name) - Number(nameAt(a.path) === name));
  for (const names of FORMS) {
    const leaf = byName.find((each) =>
      linked === undefined
        ? typeof each.value !== "boolean" && isShownAs(form(names, each.value), value)
        : typeof each.value === "string" && webUrl(each.value) === linked,
    );
    if (leaf && linked === undefined) return field(chips(chip(leaf, ...filters(names))));
    if (leaf) {
      const given = { root: "payload" as const, path: leaf.path };
      return field(chips(chip(leaf, { name: "host" }, { name: "link", given })));
    }
  }
  return listField(name, value, payload);
}

function isShownAs(shown: string, value: string): boolean {
  return shown !== "" && (escaped(shown) === value || (value.endsWith("…") && escaped(cut(shown, 80)) === value));
}

/** Returns a field for a list that is shown as "• name: state", a line for each item, or as "a, b". */
function listField(name: string, value: string, payload: unknown): CardField | null {
  for (const { path, list } of listsIn(payload)) {
    const [first] = list;
    if (!isObject(first)) {
      if (escaped(list) !== value && !value.startsWith(`• ${escaped(first)}`)) continue;
      const whole: Chip = { kind: "chip", value: { root: "payload", path }, filters: [] };
      return { each: null, name: plainTemplate(name), value: chips(whole), inline: true };
    }
    const line = value.split("\n")[0]?.replace(/^• /, "") ?? "";
    const inside = leavesOf(first);
    const shown = line.split(": ").map((piece) => inside.find((leaf) => escaped(form([], leaf.value)) === piece));
    const found = shown.filter((leaf) => leaf !== undefined);
    if (found.length === 0 || found.length < shown.length) continue;
    const parts = found.flatMap((leaf, index): Inline[] => [
      { kind: "text", text: index === 0 ? "• " : ": " },
      { kind: "chip", value: { root: "line", path: leaf.path }, filters: [] },
    ]);
    const lines: TemplatePart = { kind: "lines", list: { root: "payload", path }, parts };
    return { each: null, name: plainTemplate(name), value: chips(lines), inline: false };
  }
  return null;
}

function listsIn(payload: unknown, path: Path = []): { path: Path; list: readonly unknown[] }[] {
  if (Array.isArray(payload)) return payload.length > 0 ? [{ path, list: payload }] : [];
  if (!isObject(payload) || path.length > DEEPEST) return [];
  return Object.keys(payload).flatMap((key) => listsIn(Reflect.get(payload, key), [...path, key]));
}

const TONES: Record<string, Tone> = { green: "success", red: "danger", amber: "warning" };

/** Returns the color of the value that says the state, if it gives the plain card's color. */
function colorOf(plain: Embed, title: Template, leaves: readonly Leaf[]): BaseColor {
  const inTitle = title.kind === "parts" ? title.parts.flatMap((part) => (part.kind === "chip" ? [part] : [])) : [];
  const named = new Set(inTitle.map(({ value }) => pathKey(value.path)));
  const weight = ({ path, value }: Leaf) => {
    const last = `${path.at(-1) ?? ""}`;
    if (asText(value) === plain.state) return 3;
    if (/(status|state|result|outcome|conclusion|severity|level)$/i.test(last)) return 2;
    return named.has(pathKey(path)) || /(event|action|type|kind)$/i.test(last) ? 1 : 0;
  };
  const found = leaves
    .filter((leaf) => {
      const name = colorNameOf(leaf.value);
      return weight(leaf) > 0 && name !== "" && (TONES[name] ?? "neutral") === toneOf(plain.color);
    })
    .sort((a, b) => weight(b) - weight(a))[0];
  if (plain.color === undefined || !found) return { kind: "name", name: "" };
  return { kind: "state", value: { root: "payload", path: found.path }, otherwise: "blue" };
}
