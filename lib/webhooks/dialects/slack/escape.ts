const SPECIAL = /[\\*`_~<&[\](!]/g;
const WORD = /[\p{L}\p{N}]/u;
const ENTITY = /&(?:#|[a-z])/iy;

/** What stands around a literal text in its line. */
type Around = { inLabel?: boolean; beforeLink?: boolean };

/** Literal text as Markdown that reads the same. Marks that only mean something at a line's start are `guardLineStart`'s. */
export function escapeText(text: string, { inLabel = false, beforeLink = false }: Around = {}): string {
  return text.replace(SPECIAL, (char, at: number) => {
    const startsImage = char === "!" && beforeLink && at === text.length - 1;
    return startsImage || meansSomething(text, at, inLabel) ? `\\${char}` : char;
  });
}

function meansSomething(text: string, at: number, inLabel: boolean): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  switch (text.charAt(at)) {
    case "\\":
    case "*":
    case "`":
      return true;
    case "_":
      // The outermost letters may yet be written as entities (see markdown-line.ts), and then they are no word.
      return at < 2 || at > text.length - 3 || !(WORD.test(before) && WORD.test(after));
    case "~":
      return before === "~" || after === "~" || before === "" || after === "";
    case "<":
      return !/\s/.test(after);
    case "&":
      ENTITY.lastIndex = at;
      return ENTITY.test(text);
    case "[":
    case "]":
      return inLabel;
    case "(":
      return before === "]";
    case "!":
      return after === "[";
    default:
      return false;
  }
}

const LINE_START = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|=+\s*$|[-|:][-|: ]*$)/;
const NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** A line of Markdown that can't begin a heading, quote, list, table or rule. Spaces at its start stay visible. */
export function guardLineStart(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const rest = line.slice(indent.length);
  if (rest === "") return "";
  const guarded = LINE_START.test(rest) ? `\\${rest}` : rest.replace(NUMBER, "$1\\$2");
  return indent.replace(/[ \t]/g, "\u00a0") + guarded;
}

/** Text between backticks, as many as it takes. */
export function codeSpan(text: string): string {
  const ticks = "`".repeat(longestRun(text) + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** A block of code, without a language: Slack knows none. */
export function fence(code: string): string {
  const ticks = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${ticks}\n${code}\n${ticks}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}
