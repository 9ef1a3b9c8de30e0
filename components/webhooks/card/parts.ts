import { readValue, type Scalar, Scanner, type Value, writeScalar, writeValue } from "./liquid";

/** A filter of a chip. Some need a text, as `count: "commit"`, or another value, as `link: html_url`. */
export type ChipFilter = { name: string; given?: NonNullable<Scalar> | Value | undefined };

/** A value of the payload within a text. */
export type Chip = { kind: "chip"; value: Value; filters: ChipFilter[] };

/** A line for each item of a list, up to `MOST_LINES`. */
export type Lines = { kind: "lines"; list: Value; parts: Inline[] };

export type Inline =
  | { kind: "text"; text: string }
  | Chip
  /** An expression that is more than a value with filters, as written. */
  | { kind: "code"; code: string };

export type TemplatePart = Inline | Lines;

/** A text of a card: parts that the form shows as chips, or a template that only fits a text field. */
export type Template = { kind: "parts"; parts: TemplatePart[] } | { kind: "template"; template: string };

const MOST_LINES = 10;

/** Returns a text of the card as a Liquid template. */
export function writeTemplate(template: Template): string {
  return template.kind === "template" ? template.template : template.parts.map(writePart).join("");
}

/** Parses a Liquid template into parts. What they can't express stays a template, so nothing is lost. */
export function readTemplate(template: string): Template {
  const parts = readParts(template);
  const read: Template = { kind: "parts", parts: parts ?? [] };
  return parts !== null && writeTemplate(read) === template ? read : { kind: "template", template };
}

/** Returns parts made of one text, or of none. */
export function plainTemplate(text: string): Template {
  return { kind: "parts", parts: tidied([{ kind: "text", text }]) };
}

/** Joins neighboring texts and leaves out empty ones. */
export function tidied<P extends TemplatePart>(parts: readonly P[]): P[] {
  const tidy: P[] = [];
  for (const part of parts) {
    const last = tidy.at(-1);
    if (part.kind !== "text") tidy.push(part);
    else if (part.text === "") continue;
    else if (last?.kind === "text") tidy.splice(-1, 1, { ...last, text: last.text + part.text });
    else tidy.push(part);
  }
  return tidy;
}

/** Returns a chip's expression without braces. */
function writeChip({ value, filters }: Chip): string {
  return [writeValue(value), ...filters.map(writeFilter)].join(" | ");
}

function writeFilter({ name, given }: ChipFilter): string {
  if (given === undefined) return name;
  return `${name}: ${typeof given === "object" ? writeValue(given) : writeScalar(given)}`;
}

function writePart(part: TemplatePart): string {
  if (part.kind === "chip") return `{{ ${writeChip(part)} }}`;
  if (part.kind === "code") return `{{${part.code}}}`;
  if (part.kind === "lines") {
    return `${openLines(part.list)}${part.parts.map(writePart).join("")}${closeLines(part.list)}`;
  }
  // What looks like the beginning of an expression is written as one.
  return part.text.replace(/\{(?=[{%]|$)/g, '{{ "{" }}');
}

function openLines(list: Value): string {
  return `{% for line in ${writeValue(list)} limit: ${MOST_LINES} %}`;
}

function closeLines(list: Value): string {
  const size = `${writeValue(list)}.size`;
  return `\n{% endfor %}{% if ${size} > ${MOST_LINES} %}… and ${`{{ ${size} | minus: ${MOST_LINES} }}`} more{% endif %}`;
}

/** Returns null if the template has other tags. */
function readParts(template: string): TemplatePart[] | null {
  const parts: TemplatePart[] = [];
  let rest = template;
  while (rest !== "") {
    const start = rest.search(/\{[{%]/);
    const text = start < 0 ? rest : rest.slice(0, start);
    parts.push({ kind: "text", text });
    rest = rest.slice(text.length);
    if (rest === "") break;
    const found = rest.startsWith("{{") ? readOutput(rest) : readLines(rest);
    if (found === null) return null;
    parts.push(found.part);
    rest = rest.slice(found.length);
  }
  return tidied(parts);
}

type PartMatch = { part: TemplatePart; length: number };

function readOutput(template: string): PartMatch | null {
  // An expression ends at the first "}}" outside quotes.
  const [whole, code] =
    /^\{\{((?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[^"'}]|\}(?!\}))*)\}\}/.exec(template) ?? [];
  if (whole === undefined || code === undefined) return null;
  const inner = code.startsWith(" ") && code.endsWith(" ") ? code.slice(1, -1) : "";
  const part: TemplatePart =
    inner === '"{"' ? { kind: "text", text: "{" } : (readChip(inner) ?? { kind: "code", code });
  return { part, length: whole.length };
}

/** Parses what `writeChip` writes. Returns null for anything else. */
export function readChip(expression: string): Chip | null {
  const scanner = new Scanner(expression);
  const value = scanner.value();
  if (value === null) return null;
  const filters: ChipFilter[] = [];
  while (scanner.take(/ \| /y) !== null) {
    const name = scanner.take(/[a-z_]+/y);
    if (name === null) return null;
    if (scanner.take(/: /y) === null) {
      filters.push({ name });
      continue;
    }
    const given = scanner.scalar() ?? scanner.value();
    if (given === null) return null;
    filters.push({ name, given });
  }
  const chip: Chip = { kind: "chip", value, filters };
  return scanner.atEnd && writeChip(chip) === expression ? chip : null;
}

function readLines(template: string): PartMatch | null {
  const [open, expression] = /^\{% for line in ([^\n]{1,4000}?) limit: 10 %\}/.exec(template) ?? [];
  const list = expression === undefined ? null : readValue(expression);
  if (open === undefined || list === null) return null;
  const close = closeLines(list);
  const end = template.indexOf(close, open.length);
  const parts = end < 0 ? null : readParts(template.slice(open.length, end));
  if (parts === null) return null;
  const inline = parts.filter((part) => part.kind !== "lines");
  if (inline.length < parts.length) return null;
  return { part: { kind: "lines", list, parts: inline }, length: end + close.length };
}
