import { SaxesParser } from "saxes";
import { type Budget, OverBudget } from "@/lib/text/budget";
import { isBlank, oneLine } from "@/lib/text/text";
import { toneOfState } from "@/lib/webhooks/interpret/plain/words/states";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { Yaml } from "@/lib/webhooks/payload/yaml";

// Runs in the process of lib/network/foreign-text. Why: docs/decisions/foreign-text.md

const MOST_LINES = 200;
const MOST_CELLS = 30;
const LONGEST_TITLE = 120;
const DEEPEST = 5;
const LONGEST_LINE = 4_000;

/**
 * Reads a text that has a structure as an object: XML, YAML, lines of "Host: web-3", `level=error host=web-3`, CSV, or a
 * line such as "CRITICAL: Disk is full". Returns null for other text and for what needs more than the budget, which are
 * shown as they are. Never throws.
 */
export function objectOfText(body: string, budget: Budget): object | null {
  try {
    budget.spendCharacters(body.length);
    return structureIn(body.trim(), budget);
  } catch (error) {
    if (error instanceof OverBudget) return null;
    throw error;
  }
}

function structureIn(text: string, budget: Budget): object | null {
  const lines = text.split(/\r\n?|\n/, MOST_LINES);
  if (text.startsWith("<")) return xml(text, budget);
  if (lines.some((line) => line.length > LONGEST_LINE)) return null;
  return (
    pairs(lines, budget) ?? csv(lines, budget) ?? yaml(text, lines, budget) ?? labelled(lines, budget) ?? leveled(lines)
  );
}

/** An element with a single text is that text; repeated elements are a list. */
type Element = { name: string; values: Map<string, unknown>; text: string };

function xml(text: string, budget: Budget): object | null {
  if (!/^<(\?xml|(?!(html|p|div|b|a|span|br|h\d)[\s/>])[a-z_][\w.:-]*[\s/>])/i.test(text)) return null;
  const root: Element = { name: "", values: new Map(), text: "" };
  const open = [root];
  const parser = new SaxesParser();
  // The first error ends it: there may be one for every character.
  parser.on("error", (error) => {
    throw error;
  });
  // Saxes doesn't read a document's own entities, so without them nothing is lost.
  parser.on("doctype", (declared) => {
    if (declared.includes("[")) throw new Error("The document has entities of its own.");
  });
  parser.on("opentag", ({ name, attributes }) => {
    budget.spend(1 + Object.keys(attributes).length);
    if (open.length > budget.depth) throw new OverBudget("depth");
    const values = new Map<string, unknown>(Object.entries(attributes).filter(([key]) => !/^xmlns/.test(key)));
    open.push({ name: name.replace(/^.*:/, ""), values, text: "" });
  });
  const add = (written: string) => {
    const at = open.at(-1);
    if (at) at.text += written;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    const done = open.pop();
    const parent = open.at(-1);
    if (!done || !parent) return;
    const before = parent.values.get(done.name);
    const value = valueOfElement(done);
    if (Array.isArray(before)) before.push(value);
    else parent.values.set(done.name, before === undefined ? value : [before, value]);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    return null;
  }
  const [name = ""] = root.values.keys();
  const read = unwrapped(Object.fromEntries(root.values));
  // "<canceled_account_notification>" says what happened.
  return /ed(_|$)|[a-z]ed[A-Z]/.test(name) ? { event: name, ...read } : read;
}

/** Returns what an envelope or a feed with one entry is about. */
function unwrapped(document: object): object {
  let at = document;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const values = Object.values(at);
    const [only] = values;
    const entry: unknown = Object.hasOwn(at, "entry") ? Reflect.get(at, "entry") : undefined;
    if (isObject(entry)) return entry;
    if (values.length !== 1 || !isObject(only) || !Object.values(only).some(isObject)) return at;
    at = only;
  }
  return at;
}

function valueOfElement({ values, text }: Element): unknown {
  const own = text.trim();
  if (values.size === 0) return own;
  // Atom's links.
  const [href, rel] = [values.get("href"), values.get("rel")];
  if (typeof href === "string" && own === "") return rel === "self" || rel === "hub" ? "" : href;
  const [only] = values.values();
  if (values.size === 1 && own === "" && Array.isArray(only)) return only;
  return Object.fromEntries(own === "" ? values : [...values, ["text", own]]);
}

// Sticky, because a search for the next pair would begin at every letter.
const PAIR = /([A-Za-z_][\w.-]*)=("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"',]*(?:,+[^\s"',]+)*)(?:[\s,]+|$)/y;

/** `time=… level=error msg="Disk is full"`, one line. */
function pairs(lines: readonly string[], budget: Budget): object | null {
  const [line = "", more] = lines;
  if (more !== undefined || !/^[A-Za-z_][\w.-]*=\S/.test(line)) return null;
  const found = new Map<string, string>();
  for (let at = 0; at < line.length; at = PAIR.lastIndex) {
    PAIR.lastIndex = at;
    const [, key, value = ""] = PAIR.exec(line) ?? [];
    if (key === undefined) return null;
    budget.spend();
    found.set(key, value.replace(/^(["'])(.*)\1$/s, "$2").replace(/\\(["\\])/g, "$1"));
  }
  return found.size > 1 ? Object.fromEntries(found) : null;
}

// No space after a comma, as in prose.
const ROW = /^("[^"]*"|[^",;\t\s][^",;\t]*|)([,;\t]("[^"]*"|[^",;\t\s][^",;\t]*|)){2,}$/;

const CELL = /(?:^|[,;\t])("[^"]*"|[^",;\t]*)/g;

/** Lines with the same number of values, with or without names in the first. */
function csv(lines: readonly string[], budget: Budget): object | null {
  const [first = "", ...rest] = lines.filter((line) => !isBlank(line));
  if (first.length > MOST_CELLS * 40 || !ROW.test(first) || rest.some((line) => !ROW.test(line))) return null;
  const [names, ...rows] = [first, ...rest].map((line) => {
    const cells = [...line.matchAll(CELL)].map(([, cell = ""]) => cell.replace(/^"|"$/g, "").trim());
    budget.spend(1 + cells.length);
    return cells;
  });
  if (!names || names.length > MOST_CELLS || rows.some((row) => row.length !== names.length)) return null;
  const isHeader = rows.length > 0 && names.every((name) => /^[A-Za-z_][\w .-]{0,40}$/.test(name));
  if (isHeader) {
    const items = rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])));
    return items.length === 1 ? (items[0] ?? null) : items;
  }
  const items = [names, ...rows].map(unnamed);
  return items.length === 1 ? (items[0] ?? null) : items;
}

/** Says which cell is the time and which the state. */
function unnamed(cells: readonly string[]): object {
  const time = cells.find((cell) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(cell));
  const state = cells.find((cell) => /^[A-Za-z_ ]{2,20}$/.test(cell) && toneOfState(cell) !== null);
  const title = cells.filter((cell) => cell !== time && cell !== state && cell !== "").join(" · ");
  return { title, ...(state !== undefined && { state }), ...(time !== undefined && { time }) };
}

const LABELLED = /^[\p{L}_][\p{L}\p{N} _./()#-]{0,40}:(\s+\S|$)/u;

/** YAML with nested values and no aliases. */
function yaml(text: string, lines: readonly string[], budget: Budget): object | null {
  const isNested =
    lines.some((line) => /^(\s+|- )\S/.test(line)) && LABELLED.test(lines.find((line) => /^\w/.test(line)) ?? "");
  if (!isNested && !/^---\s*$/.test(lines[0] ?? "")) return null;
  try {
    const value = new Yaml(text, budget).value();
    return isObject(value) || (Array.isArray(value) && value.some(isObject)) ? value : null;
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    return null;
  }
}

/** "Host: web-3" on each of several lines. Several words before them are the title, and other lines the text. */
function labelled(lines: readonly string[], budget: Budget): object | null {
  const said = lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
  const named = said.filter((line) => LABELLED.test(line));
  if (named.length < 2 || (named.length < said.length && named.length < Math.max(3, said.length * 0.6))) return null;
  budget.spend(named.length);
  // "***** Nagios *****" says who sends it.
  const isBanner = (line: string) => /^(\*\*|==|##|--)/.test(line);
  const [first = ""] = said.filter((line) => !isBanner(line));
  const title = LABELLED.test(first) ? "" : oneLine(first);
  const state = OUTCOME.exec(title)?.[1]?.replace(/^is /i, "");
  const others = said.filter((line) => !LABELLED.test(line) && !isBanner(line) && line !== first);
  return {
    ...(/\S\s\S/.test(title) && { title }),
    ...(state !== undefined && { state }),
    ...Object.fromEntries(
      named.map((line) => {
        const at = line.indexOf(":");
        return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
    ),
    ...(others.length > 0 && { text: others.join("\n") }),
  };
}

// Looks back only from where a word begins, or a long line of dashes would be searched at each of them.
const OUTCOME =
  /\b(?=\w)(?<!\b(?:0|no|not|without|un)[\s-]*)(failed|failure|failing|succeeded|recovered|resolved|degraded|crashed|unreachable|error(?= occurred)|encountered an error|is (?:down|up|critical|warning|ok))\b/i;

/** "CRITICAL: Disk is full" or "[error] …": a state in capitals or brackets before the text, or "Backup failed". */
function leveled(lines: readonly string[]): object | null {
  const [first = "", ...rest] = lines;
  const text = rest.length > 0 ? { text: rest.join("\n").trim() } : {};
  const [, bracketed, capitals, said = ""] = /^(?:\[([A-Za-z_ ]{2,20})\]|([A-Z_]{2,20}):)\s+(\S.*)$/.exec(first) ?? [];
  const state = bracketed ?? capitals;
  if (state !== undefined && toneOfState(state) !== null) return { title: said, state, ...text };
  const outcome = first.length <= LONGEST_TITLE ? OUTCOME.exec(first)?.[1] : undefined;
  return outcome === undefined ? null : { title: first, state: outcome.replace(/^(is|encountered an) /i, ""), ...text };
}
