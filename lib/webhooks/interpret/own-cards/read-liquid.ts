import {
  CaseTag,
  ForTag,
  IfTag,
  Liquid,
  type Template as LiquidTemplate,
  Output,
  type Token,
  TokenKind,
} from "liquidjs";
import { CARD_FILTERS } from "@/lib/webhooks/interpret/own-cards/filters";
import type {
  Chip,
  ChipFilter,
  Condition,
  Inline,
  Scalar,
  Template,
  TemplatePart,
  Value,
} from "@/lib/webhooks/interpret/own-cards/model";
import { tidied } from "@/lib/webhooks/interpret/own-cards/new-card";

// Reads templates, and never renders them: what the form can't express isn't read.

const LONGEST_TEMPLATE = 20_000;
const MOST_ALTERNATIVES = 50;
const MOST_CONDITIONS = 5;

const parser = new Liquid({ parseLimit: LONGEST_TEMPLATE, templates: {} });

/** A value and its filters as they are written. */
type Written = { value: Value; filters: { name: string; args: readonly unknown[] }[] };

/** What a template gives if conditions hold, the first choice first, and otherwise. */
export type ReadChoices = { choices: { when: Condition[]; gives: Given }[]; base: Given };

/** A text, a value with any filters, or null for anything else. */
export type Given = string | Written | null;

/** Tables of a `sender.yaml`. */
export type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads a text of the card. Returns null for what the form can't express. Throws if it isn't Liquid. */
export function readTemplate(source: string): Template | null {
  return partsOf(parsed(source), "");
}

/** Reads a template that gives one of several texts. Returns null for what conditions can't express. */
export function readChoices(source: string, tables: Tables = {}): ReadChoices | null {
  const templates = parsed(source).filter((each) => textIn(each)?.trim() !== "");
  const [first] = templates;
  if (templates.length === 0) return { choices: [], base: "" };
  if (templates.length === 1 && first instanceof IfTag) return choicesOfIf(first);
  if (templates.length === 1 && first instanceof CaseTag) return choicesOfCase(first);
  const base = givenBy(templates);
  if (base === null) return null;
  return lookedUp(base, tables) ?? { choices: [], base };
}

function parsed(source: string): LiquidTemplate[] {
  return parser.parse(source);
}

function textIn({ token }: LiquidTemplate): string | null {
  return token.kind === TokenKind.HTML && "getContent" in token && typeof token.getContent === "function"
    ? `${token.getContent()}`
    : null;
}

/** `line` is the name of a loop's variable, "" outside of one. */
function partsOf(templates: readonly LiquidTemplate[], line: string): Template | null {
  const parts: TemplatePart[] = [];
  for (const [index, each] of templates.entries()) {
    const text = textIn(each);
    const before = templates[index - 1];
    if (text !== null) parts.push({ kind: "text", text });
    else if (each instanceof Output) {
      const part = partOf(each, line);
      if (part === null) return null;
      parts.push(part);
    } else if (each instanceof ForTag && line === "") {
      const list = valueIn(each.collection, "");
      const inner = partsOf(each.templates, each.variable);
      if (list === null || inner === null) return null;
      parts.push({ kind: "lines", list, parts: withoutBreak(inner.filter((part) => part.kind !== "lines")) });
      // What follows the lines says how many more there are, as the form does.
    } else if (!(each instanceof IfTag && before instanceof ForTag && countsMore(each))) return null;
  }
  return tidied(parts);
}

function withoutBreak(parts: Inline[]): Inline[] {
  const last = parts.at(-1);
  if (last?.kind !== "text") return parts;
  return tidied([...parts.slice(0, -1), { kind: "text", text: last.text.replace(/\n$/, "") }]);
}

function countsMore({ branches }: IfTag): boolean {
  const [first] = branches[0]?.templates ?? [];
  return first !== undefined && textIn(first)?.startsWith("… and ") === true;
}

function partOf(output: Output, line: string): Inline | null {
  const { initial, filters } = output.value;
  const [only] = initial.postfix;
  // A brace that would begin an expression is written as one.
  if (initial.postfix.length === 1 && filters.length === 0 && only && isText(only)) {
    return { kind: "text", text: only.content };
  }
  const written = writtenIn(output, line);
  return written && chipOf(written, line);
}

function writtenIn({ value: { initial, filters } }: Output, line: string): Written | null {
  const value = initial.postfix.length === 1 ? valueIn(initial.postfix[0], line) : null;
  return value && { value, filters: filters.map(({ name, args }) => ({ name, args })) };
}

/** Filters that the form has under another name, or that change nothing on a card. */
const OTHERS: Readonly<Record<string, readonly ChipFilter[]>> = {
  raw: [{ name: "markdown" }],
  capitalize: [{ name: "capital" }],
  outcome: [{ name: "words" }, { name: "downcase" }],
  strip: [],
};

/** Returns a value and its filters as a chip, or null if the form lacks a filter. */
export function chipOf({ value, filters }: Written, line = ""): Chip | null {
  const known: ChipFilter[] = [];
  for (const { name, args } of filters) {
    const other = Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
    const own = CARD_FILTERS.find((each) => each === name);
    if (other) known.push(...other);
    if (other) continue;
    const given = args.length === 1 ? argumentOf(args[0], line) : undefined;
    if (own === undefined || args.length > 1 || given === null) return null;
    known.push({ name: own, ...(given !== undefined && { given }) });
  }
  return { kind: "chip", value, filters: known };
}

function argumentOf(given: unknown, line: string): NonNullable<Scalar> | Value | null {
  return scalarOf(given) ?? valueIn(given, line);
}

const UNKNOWN = new Set(["headers", "request", "tables", "forloop"]);

/** Returns the value that a path names, or null for anything else. */
function valueIn(token: unknown, line: string): Value | null {
  if (!isToken(token) || token.kind !== TokenKind.PropertyAccess || !("props" in token) || !Array.isArray(token.props))
    return null;
  if ("variable" in token && token.variable !== undefined) return null;
  const path = token.props.map(keyOf);
  const [first, ...rest] = path.filter((key) => key !== null);
  if (first === undefined || path.includes(null) || UNKNOWN.has(`${first}`)) return null;
  if (first === line) return { root: "line", path: rest };
  if (first === "payload" || first === "item" || first === "row") return { root: first, path: rest };
  return { root: "payload", path: [first, ...rest] };
}

function keyOf(token: Token & { content?: unknown }): string | number | null {
  const { content, kind } = token;
  if (kind === TokenKind.Number)
    return typeof content === "number" && Number.isInteger(content) && content >= 0 ? content : null;
  return typeof content === "string" && (kind === TokenKind.Word || kind === TokenKind.Quoted) ? content : null;
}

/** Returns a literal, with null for `nil`, `empty` and `blank`, or undefined for anything else. */
function scalarOf(token: unknown): Scalar | undefined {
  if (!isToken(token)) return undefined;
  if (isText(token)) return token.content;
  if (token.kind === TokenKind.Number && "content" in token && typeof token.content === "number") return token.content;
  if (token.kind !== TokenKind.Literal || !("literal" in token)) return undefined;
  return token.literal === "true" || (token.literal === "false" ? false : null);
}

function isToken(token: unknown): token is Token {
  return typeof token === "object" && token !== null && "kind" in token;
}

function isText(token: Token): token is Token & { content: string } {
  return token.kind === TokenKind.Quoted && "content" in token && typeof token.content === "string";
}

/** Returns what templates give, if it's one text or one value. */
function givenBy(templates: readonly LiquidTemplate[]): Given {
  const shown = templates.filter((each) => textIn(each)?.trim() !== "");
  const [only] = shown;
  if (shown.length === 1 && only instanceof Output) {
    const part = partOf(only, "");
    return part?.kind === "text" ? part.text : writtenIn(only, "");
  }
  const parts = partsOf(templates, "");
  if (parts === null || parts.some(({ kind }) => kind !== "text")) return null;
  return parts
    .map((part) => (part.kind === "text" ? part.text : ""))
    .join("")
    .trim();
}

function choicesOfIf({ branches, elseTemplates = [] }: IfTag): ReadChoices | null {
  const choices: ReadChoices["choices"] = [];
  for (const { value, templates } of branches) {
    const alternatives = value.filters.length === 0 ? conditionsOf(value.initial.postfix) : null;
    const gives = givenBy(templates);
    if (alternatives === null || gives === null) return null;
    choices.push(...alternatives.map((when) => ({ when, gives })));
  }
  const base = givenBy(elseTemplates);
  return base === null ? null : { choices, base };
}

function choicesOfCase({ value, branches, elseTemplates = [] }: CaseTag): ReadChoices | null {
  const of =
    value.filters.length === 0 && value.initial.postfix.length === 1 ? valueIn(value.initial.postfix[0], "") : null;
  const base = givenBy(elseTemplates);
  if (of === null || base === null) return null;
  const choices: ReadChoices["choices"] = [];
  for (const { values, templates } of branches) {
    const gives = givenBy(templates);
    if (gives === null) return null;
    for (const each of values) {
      const than = scalarOf(each);
      if (than === undefined) return null;
      choices.push({ when: [{ value: of, is: true, than }], gives });
    }
  }
  return { choices, base };
}

/** Returns a value's table as choices, or null if it isn't looked up in one. */
function lookedUp(given: Given, tables: Tables): ReadChoices | null {
  if (given === null || typeof given === "string") return null;
  const [filter] = given.filters;
  const props = isToken(filter?.args[0]) && "props" in filter.args[0] ? filter.args[0].props : null;
  if (filter?.name !== "lookup" || given.filters.length > 1 || !Array.isArray(props)) return null;
  const name = `${keyOf(props[1]) ?? ""}`;
  const { else: base = "", ...words } = (Object.hasOwn(tables, name) ? tables[name] : undefined) ?? {};
  const choices = Object.entries(words).map(([than, gives]) => ({
    when: [{ value: given.value, is: true, than }],
    gives,
  }));
  return { choices, base };
}

/** Returns alternatives, of which each is conditions that all have to hold. Null for what conditions can't express. */
function conditionsOf(postfix: readonly Token[]): Condition[][] | null {
  const stack: (Condition[][] | Value | { scalar: Scalar })[] = [];
  for (const token of postfix) {
    if (token.kind !== TokenKind.Operator) {
      const scalar = scalarOf(token);
      const value = scalar === undefined ? valueIn(token, "") : null;
      if (scalar === undefined && value === null) return null;
      stack.push(value ?? { scalar: scalar ?? null });
      continue;
    }
    const operator = "operator" in token ? token.operator : "";
    const right = stack.pop();
    if (operator === "not" && right && "path" in right) {
      stack.push([[{ value: right, is: true, than: null }]]);
      continue;
    }
    const left = stack.pop();
    if (!left || !right) return null;
    if (operator === "==" || operator === "!=") {
      const [value, other] = "path" in left ? [left, right] : [right, left];
      if (!("path" in value) || !("scalar" in other)) return null;
      stack.push([[{ value, is: operator === "==", than: other.scalar }]]);
    } else if (operator === "and" || operator === "or") {
      const [one, two] = [truthOf(left), truthOf(right)];
      if (!one || !two) return null;
      const both =
        operator === "or" ? [...one, ...two] : one.flatMap((each) => two.map((other) => [...each, ...other]));
      if (both.length > MOST_ALTERNATIVES || both.some(({ length }) => length > MOST_CONDITIONS)) return null;
      stack.push(both);
    } else return null;
  }
  const [only] = stack;
  return stack.length === 1 && only ? truthOf(only) : null;
}

function truthOf(operand: Condition[][] | Value | { scalar: Scalar }): Condition[][] | null {
  if (Array.isArray(operand)) return operand;
  return "path" in operand ? [[{ value: operand, is: false, than: null }]] : null;
}
