import type { CardFacts, Embed, EmbedField, FactKind } from "@/lib/messages/dto";
import { cut, oneLine } from "@/lib/text/text";
import { asText, escaped, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import type { CardFilter } from "@/lib/webhooks/interpret/own-cards/filters";
import type {
  CardField,
  CardModel,
  CardOfModel,
  ChipFilter,
  Inline,
  Path,
  Template,
  TemplatePart,
} from "@/lib/webhooks/interpret/own-cards/model";
import { chipAt, emptyCard, inPayload, plainTemplate, tidied } from "@/lib/webhooks/interpret/own-cards/new-card";
import { stateOfValue, toneOfWord } from "@/lib/webhooks/interpret/own-cards/states";
import { isObject, webUrl } from "@/lib/webhooks/payload/json-object";
import { withStatesFor, wordsOf } from "./edit";
import { DEEPEST, type Leaf, leavesOf } from "./leaves";
import { nameAt, pathKey } from "./payload-tree";
import { type Seen, seenAt } from "./seen";

// A shorter text appears in others by chance.
const SHORTEST_IN_TEXT = 2;

/** Returns the first draft of a webhook's own card: what is known of the plain card, with chips for the payload's values. */
export function draftModel(name: string, payload: unknown, plain: Embed, seen: Seen): CardModel {
  return { name: [...name].slice(0, 80).join(""), cards: [draftCard(payload, plain, seen)] };
}

/** Returns a card that shows each fact of the plain card from where the payload has it. */
export function draftCard(payload: unknown, plain: Embed, seen: Seen = []): CardOfModel {
  const leaves = leavesOf(payload);
  const [whole] = leaves;
  const empty = emptyCard("card");
  if (whole && typeof payload === "string") {
    return { ...empty, subject: [chip(whole, "first_line")], body: [chip(whole, "lines")] };
  }
  const facts: CardFacts = plain.card ?? {};
  const word = facts.state?.word ?? "";
  const leaf = stateLeaf(word, leaves);
  const text = (said: string | undefined) => withoutStates(chipsIn(said ?? "", leaves), leaf);
  const event = text(facts.event);
  const fields = (plain.fields ?? []).filter(({ value }) => leaf === undefined || value !== escaped(word));
  const summary = summaryOf(facts.summary ?? "", leaves);
  const card: CardOfModel = {
    ...empty,
    place: (facts.place ?? []).flatMap((each) => {
      const found = shownAs(each, leaves);
      return found ? [[found]] : [];
    }),
    subject: text(facts.subject),
    event: leaf && !isOfAll(event, seenAt(seen, empty, inPayload(leaf.path))) ? [] : event,
    severity: facts.severity ? [severityLeaf(leaves)].flatMap((each) => (each ? [chip(each)] : [])) : [],
    summary,
    body: summary.length > 0 ? [] : textOf(plain.description ?? "", leaves),
    url: addressLeaf(plain.url, leaves),
    at: timeLeaf(plain.timestamp, leaves),
    fields: fields.flatMap((field) => fieldOf(field, leaves, payload) ?? []),
  };
  if (!leaf) return card;
  const value = inPayload(leaf.path);
  return withStatesFor(card, value, [...new Set([...seenAt(seen, card, value), leaf.value])]);
}

function chip({ path }: Leaf, ...names: CardFilter[]): Inline {
  return chipAt(path, ...filters(names));
}

/** How plain cards show values. */
const FORMS: readonly (readonly CardFilter[])[] = [
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

function form(names: readonly CardFilter[], value: unknown): string {
  return oneLine(asText(names.reduce((shown, name) => plainFilters[name]?.(shown), value)));
}

function filters(names: readonly CardFilter[]): ChipFilter[] {
  return names.map((name) => ({ name }));
}

/** Returns the value that says the state: the one with its word, in a field that is called so if there are several. */
function stateLeaf(word: string, leaves: readonly Leaf[]): Leaf | undefined {
  if (word === "") return undefined;
  const weight = ({ path, value }: Leaf) => {
    const last = `${path.at(-1) ?? ""}`;
    const named = /(status|state|result|outcome|conclusion)$/i.test(last) ? 1 : 0;
    if (asText(value).toLowerCase() === word.toLowerCase()) return 3 + named;
    const said = stateOfValue(value)?.word.toLowerCase() === word.toLowerCase();
    if (said && (named > 0 || /(event|action|type|kind|severity|level)$/i.test(last))) return 1 + named;
    return 0;
  };
  const found = leaves.filter((leaf) => weight(leaf) > 0);
  return found.sort((a, b) => weight(b) - weight(a))[0];
}

function severityLeaf(leaves: readonly Leaf[]): Leaf | undefined {
  return leaves.find(({ path }) => /(severity|level|priority|urgency|criticality)$/i.test(`${path.at(-1) ?? ""}`));
}

/** Returns a chip for a value that is shown like this, or undefined. */
function shownAs(text: string, leaves: readonly Leaf[]): Inline | undefined {
  for (const names of FORMS.slice(0, 4)) {
    const leaf = leaves.find(({ value }) => typeof value !== "boolean" && form(names, value) === text);
    if (leaf) return chip(leaf, ...names);
  }
  return undefined;
}

/** Replaces the payload's values in a text with chips, the longest first. */
function chipsIn(text: string, leaves: readonly Leaf[]): Inline[] {
  const forms = leaves
    .filter(({ value }) => typeof value !== "boolean")
    .flatMap((leaf) =>
      [...FORMS.slice(0, 4), ["first_line"] as const].map((names, index) => ({
        leaf,
        names,
        index,
        shown: form(names, leaf.value),
      })),
    )
    .filter(({ shown }) => shown.length >= SHORTEST_IN_TEXT && shown.length <= text.length)
    .sort((a, b) => b.shown.length - a.shown.length || a.index - b.index);
  let parts: Inline[] = [{ kind: "text", text }];
  for (const { leaf, names, shown } of forms) {
    parts = parts.flatMap((part) => {
      const at = part.kind === "text" ? wholeWord(part.text, shown) : -1;
      if (part.kind !== "text" || at < 0) return [part];
      const [before, after] = [part.text.slice(0, at), part.text.slice(at + shown.length)];
      return [{ kind: "text", text: before }, chip(leaf, ...names), { kind: "text", text: after }];
    });
  }
  return parts;
}

/** Leaves out the state's value, which the card has as its state, and words for states: they would be said of every later request. */
function withoutStates(parts: readonly Inline[], leaf: Leaf | undefined): Template {
  const kept = parts.flatMap((part): Inline[] => {
    if (part.kind === "chip") return leaf && pathKey(part.value.path) === pathKey(leaf.path) ? [] : [part];
    const pieces = part.text.split(/([\p{L}\p{N}]+)/u);
    return pieces.map((piece) => ({ kind: "text", text: toneOfWord(piece) === null ? piece : "" }));
  });
  const spaced = tidied(kept).map((part, index) => {
    if (part.kind !== "text") return part;
    const text = part.text.replace(/ {2,}/g, " ").replace(/ +(?=[:,;.])/g, "");
    return { ...part, text: index === 0 ? text.replace(/^[\s:,;.·–—-]+/, "") : text };
  });
  const found = tidied<TemplatePart>(spaced);
  return found.every((part) => part.kind === "text" && part.text.trim() === "") ? [] : found;
}

/** Whether all requests have the words of an event that a value says: "backup" of "backup.failed" and "backup.ok". */
function isOfAll(event: Template, seen: readonly unknown[]): boolean {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = words(wordsOf(event));
  const isPart = seen.some((value) => said.some((word) => words(asText(value)).includes(word)));
  return !isPart || seen.every((value) => said.every((word) => words(asText(value)).includes(word)));
}

function wholeWord(within: string, searched: string): number {
  for (let at = within.indexOf(searched); at >= 0; at = within.indexOf(searched, at + 1)) {
    const around = `${within.slice(0, at).at(-1) ?? " "}${within.at(at + searched.length) ?? " "}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return at;
  }
  return -1;
}

function summaryOf(summary: string, leaves: readonly Leaf[]): Template {
  const found =
    summary === "" ? undefined : leaves.find(({ value }) => typeof value === "string" && oneLine(value) === summary);
  return found ? [chip(found)] : [];
}

/** Returns a description's template: a chip for a text of the payload that begins with it, or nothing. */
function textOf(description: string, leaves: readonly Leaf[]): Template {
  const shown = folded(description.replace(/…$/, ""));
  if (shown === "") return [];
  const found = leaves.find(({ value }) => typeof value === "string" && folded(value).startsWith(shown));
  if (found) return [chip(found, "lines")];
  const html = leaves.find(({ value }) => folded(form(["text_of_html"], value)).startsWith(shown));
  return html ? [chip(html, "text_of_html", "lines")] : [];
}

function folded(written: string): string {
  return written
    .slice(0, 4_000)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function addressLeaf(url: string | undefined, leaves: readonly Leaf[]): Template {
  const found = url && leaves.find(({ value }) => typeof value === "string" && webUrl(value) === url);
  return found ? [chip(found)] : [];
}

function timeLeaf(at: string | undefined, leaves: readonly Leaf[]): Template {
  const found = at && leaves.find(({ value }) => asText(plainFilters.time?.(value)) === at);
  return found ? [chip(found)] : [];
}

/** Returns a field with chips for its value, or null if the payload doesn't have it as it's shown. */
function fieldOf(
  { name, value, kind, inline = true }: EmbedField,
  leaves: readonly Leaf[],
  payload: unknown,
): CardField | null {
  const field = (shown: FactKind, ...parts: TemplatePart[]): CardField => {
    return { each: null, name: plainTemplate(name), value: parts, kind: shown === "labels" ? "text" : shown, inline };
  };
  const [, linked] = /^\[.*\]\((.*)\)$/s.exec(value) ?? [];
  const byName = [...leaves].sort((a, b) => Number(nameAt(b.path) === name) - Number(nameAt(a.path) === name));
  for (const names of FORMS) {
    const leaf = byName.find((each) =>
      linked === undefined
        ? typeof each.value !== "boolean" && isShownAs(form(names, each.value), value)
        : typeof each.value === "string" && webUrl(each.value) === linked,
    );
    if (leaf && linked === undefined) return field(kind ?? "text", chip(leaf, ...names));
    if (leaf) return field("link", chipAt(leaf.path, { name: "host" }, { name: "link", given: inPayload(leaf.path) }));
  }
  return listField(field, value, payload);
}

function isShownAs(shown: string, value: string): boolean {
  return shown !== "" && (escaped(shown) === value || (value.endsWith("…") && escaped(cut(shown, 80)) === value));
}

/** Returns a field for a list that is shown as "• name: state", a line for each item, or as "a, b". */
function listField(
  field: (kind: FactKind, ...parts: TemplatePart[]) => CardField,
  value: string,
  payload: unknown,
): CardField | null {
  for (const { path, list } of listsIn(payload)) {
    const [first] = list;
    if (!isObject(first)) {
      if (escaped(list) !== value && !value.startsWith(`• ${escaped(first)}`)) continue;
      return { ...field("text", chipAt(path)), inline: true };
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
    return { ...field("text", { kind: "lines", list: inPayload(path), parts }), inline: false };
  }
  return null;
}

function listsIn(payload: unknown, path: Path = []): { path: Path; list: readonly unknown[] }[] {
  if (Array.isArray(payload)) return payload.length > 0 ? [{ path, list: payload }] : [];
  if (!isObject(payload) || path.length > DEEPEST) return [];
  return Object.keys(payload).flatMap((key) => listsIn(Reflect.get(payload, key), [...path, key]));
}
