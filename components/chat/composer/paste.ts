import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { endsInCode, fenced, isUrl } from "./formatting";
import { insertion, type TextEdit } from "./text-edit";

/** What a paste contains. `editor` is what VS Code says about code copied from it, as JSON. */
export type PasteContent = { text: string; html: string; editor: string };

/** What the pasted HTML is, as far as it matters: all code, or nothing but one table. */
type Html = { code: { language: string } | null; table: string[][] | null };

/**
 * Returns the edit that turns a paste over this selection into Markdown: code becomes code, a table becomes a table, and
 * a URL makes a link of the selected text. Null if the text should be pasted as it is.
 */
export function pasteEdit(
  text: string,
  from: number,
  to: number,
  pasted: PasteContent,
  read = readHtml,
): TextEdit | null {
  if (pasted.text.trim() === "" || pasted.text.length > LONGEST || endsInCode(text.slice(0, from))) return null;
  const selected = text.slice(from, to);
  const url = pasted.text.trim();
  if (isUrl(url)) return isLabel(selected) ? insertion(from, to, linkTo(selected, url)) : null;
  const html = pasted.html === "" ? { code: null, table: null } : read(pasted.html);
  const table = toTable(html.table ?? (pasted.html === "" ? fromTabs(pasted.text) : null));
  if (table !== null) return insertion(from, to, onOwnLines(text, from, to, table));
  const language = pasted.editor === "" ? (html.code?.language ?? null) : languageOf(pasted.editor);
  if (language === null) return null;
  const code = withoutIndent(pasted.text);
  if (!code.includes("\n")) return code.includes("`") ? null : insertion(from, to, `\`${code}\``);
  return insertion(from, to, fenced(text, from, to, code, language).insert);
}

function isLabel(selected: string): boolean {
  return selected.trim() !== "" && !selected.includes("\n") && !isUrl(selected.trim());
}

function linkTo(label: string, url: string): string {
  const target = url.replaceAll("(", "%28").replaceAll(")", "%29");
  return `[${label.replace(/[[\]]/g, String.raw`\$&`)}](${target})`;
}

/** Puts a block on lines of its own, with a blank line before text that it would otherwise belong to. */
function onOwnLines(text: string, from: number, to: number, block: string): string {
  const before = text.slice(0, from);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return `${lead}${block}${/^\n/.test(text.slice(to)) ? "" : "\n"}`;
}

// Words in other languages than code: their text is pasted as it is.
const PROSE = new Set(["plaintext", "markdown", "git-commit", "scminput", "search-result", "log"]);
const languages: Record<string, string> = {
  typescriptreact: "tsx",
  javascriptreact: "jsx",
  shellscript: "bash",
  jsonc: "json",
  dockercompose: "yaml",
};

/** Returns the language of code copied from VS Code; null for prose. */
function languageOf(editor: string): string | null {
  try {
    const { mode }: { mode?: unknown } = JSON.parse(editor);
    if (typeof mode !== "string" || !/^[\w+#-]{1,30}$/.test(mode)) return "";
    return PROSE.has(mode) ? null : (languages[mode] ?? mode);
  } catch {
    return "";
  }
}

/** Removes blank lines around the code, and the indentation that all its lines have. */
function withoutIndent(code: string): string {
  const lines = code
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd()
    .split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const [first = ""] = indents;
  const common = indents.reduce((shared, indent) => {
    let length = 0;
    while (length < shared.length && shared[length] === indent[length]) length += 1;
    return shared.slice(0, length);
  }, first);
  return lines.map((line) => line.slice(common.length)).join("\n");
}

/** Returns the cells of lines with tabs, as spreadsheets and databases copy them; null if the lines don't match. */
function fromTabs(text: string): string[][] | null {
  const rows = text
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) => line.split("\t"));
  const columns = rows[0]?.length ?? 0;
  // A first cell that is empty in every line is indentation.
  if (rows.every(([first]) => first === "")) return null;
  return rows.every((row) => row.length === columns) ? rows : null;
}

// More can't be sent.
const LONGEST = 2 * MESSAGE_LIMIT;

const MOST_CELLS = 2_000;
const number = /^[-+(]?\p{Sc}?\s?\d[\d\s.,'’]*\s?(?:%|\p{Sc})?\)?$/u;

/** Returns a Markdown table of these cells, numbers to the right; null for less than two rows or columns. */
export function toTable(cells: readonly (readonly string[])[] | null): string | null {
  if (cells === null) return null;
  const rows = cells.map((row) => row.map(toCell)).filter((row) => row.some((cell) => cell !== ""));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const [head, ...body] = rows;
  if (!head || body.length === 0 || columns < 2 || columns * rows.length > MOST_CELLS) return null;
  const indexes = [...Array(columns).keys()];
  const rules = indexes.map((at) => {
    const column = body.map((row) => row[at] ?? "").filter((cell) => cell !== "");
    return column.length > 0 && column.every((cell) => number.test(cell)) ? "---:" : "---";
  });
  const line = (row: readonly string[]) => `| ${indexes.map((at) => row[at] ?? "").join(" | ")} |`;
  return [head, rules, ...body].map(line).join("\n");
}

function toCell(text: string): string {
  return text.replace(/\s+/g, " ").trim().replaceAll("|", String.raw`\|`);
}

/** Reads pasted HTML. Nothing in it runs or loads: the document is never shown. */
function readHtml(html: string): Html {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const unseen of body.querySelectorAll("style, script, title, meta, link")) unseen.remove();
  const [table, ...others] = body.querySelectorAll("table");
  if (table && others.length === 0 && textsOf(body).every((text) => table.contains(text))) {
    return { code: null, table: rowsOf(table) };
  }
  const code = table ? [] : textsOf(body).map(({ parentElement }) => parentElement?.closest(CODE) ?? null);
  const [first] = code;
  return {
    code: first && code.every((each) => each !== null) ? { language: classLanguage(first) } : null,
    table: null,
  };
}

// Editors paste a block with a font for code that keeps its spaces; web pages a <pre> or <code>.
const FONTS = ["mono", "courier", "consolas", "menlo"];
const CODE = ["pre", "code", ...FONTS.map((font) => `[style*="white-space: pre"][style*="${font}" i]`)].join(", ");

function textsOf(root: Node): Node[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) texts.push(walker.currentNode);
  return texts;
}

/** Returns the language that a web page gives its code, as in `class="language-js"`; "" if it gives none. */
function classLanguage(code: Element): string {
  const classes = [code, code.parentElement, code.querySelector("code")].map((each) => each?.className ?? "").join(" ");
  return /\b(?:lang|language|highlight-source)-([\w+#-]{1,30})/.exec(classes)?.[1] ?? "";
}

/** Returns a table's cells. A cell that spans several columns or rows is followed by empty ones. */
function rowsOf(table: HTMLTableElement): string[][] {
  const rows: string[][] = [...table.rows].slice(0, MOST_CELLS).map(() => []);
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const cell of table.rows[at]?.cells ?? []) {
      while (row[column] !== undefined) column += 1;
      for (const line of cell.querySelectorAll("br, p, div, li")) line.before(" ");
      for (let down = 0; down < Math.min(cell.rowSpan, MOST_CELLS); down += 1) {
        for (let right = 0; right < Math.min(cell.colSpan, 100); right += 1) {
          const target = rows[at + down];
          if (target) target[column + right] = down + right === 0 ? (cell.textContent ?? "") : "";
        }
      }
    }
    for (let index = 0; index < row.length; index += 1) row[index] ??= "";
  }
  return rows;
}
