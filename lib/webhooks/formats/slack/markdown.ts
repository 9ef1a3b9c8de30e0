import { type SlackRun, STYLES, type Style } from "./runs";

const MARKS: readonly [Style, string][] = [
  [STYLES.bold, "**"],
  [STYLES.italic, "_"],
  [STYLES.strike, "~~"],
];

/** Converts one line of runs to Markdown. It may still look like the start of a block; see `guardLineStart`. */
export function markdownLine(runs: readonly SlackRun[]): string {
  const line = new Line();
  const settled = runs.some(({ style }) => style !== 0) ? settle(runs) : merge(runs);
  settled.forEach((run, index) => {
    line.close(run.style);
    if (!isSpace(run)) line.begin(run.style);
    line.write(markdownOf(run, settled[index + 1]), run.kind === "text");
  });
  line.close(0);
  return line.toString();
}

/**
 * Trims emphasis, which mustn't start or end with a space: spaces at a run's edges only get the styles that both sides
 * share.
 */
function settle(runs: readonly SlackRun[]): SlackRun[] {
  const pieces: SlackRun[] = [];
  for (const piece of merge(runs).flatMap(spacesApart)) {
    const last = pieces.at(-1);
    if (last && isSpace(last) && isSpace(piece)) {
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text, style: last.style & piece.style };
    } else pieces.push(piece);
  }
  return pieces.map((run, index) => {
    if (!isSpace(run)) return run;
    return { ...run, style: run.style & (pieces[index - 1]?.style ?? 0) & (pieces[index + 1]?.style ?? 0) };
  });
}

function spacesApart(run: SlackRun): SlackRun[] {
  if (run.kind !== "text") return [run];
  const core = run.text.trim();
  const lead = core === "" ? run.text.length : run.text.length - run.text.trimStart().length;
  return [run.text.slice(0, lead), core, run.text.slice(lead + core.length)]
    .filter((text) => text !== "")
    .map((text) => ({ ...run, text }));
}

const isSpace = (run: SlackRun): boolean => run.kind === "text" && run.text.trim() === "";

function merge(runs: readonly SlackRun[]): SlackRun[] {
  const merged: { run: SlackRun; texts: string[] }[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    const joins = run.kind === "text" || run.kind === "code";
    if (last && joins && last.run.kind === run.kind && last.run.style === run.style) last.texts.push(run.text);
    else if (run.text !== "") merged.push({ run, texts: [run.text] });
  }
  return merged.map(({ run, texts }) => (texts.length === 1 ? run : { ...run, text: texts.join("") }));
}

function markdownOf(run: SlackRun, next: SlackRun | undefined): string {
  if (run.kind === "text") return escapeText(run.text, { beforeLink: next?.kind === "link" });
  if (run.kind === "code") return codeSpan(run.text);
  if (run.kind === "mention") return run.text;
  if (run.text === run.href && !run.code) return bareLink(run.href);
  return markdownLink(run.code ? codeSpan(run.text) : escapeText(run.text, { inLabel: true }), run.href);
}

/** Collects runs and the marks between them. */
class Line {
  private readonly parts: string[] = [];
  private readonly open: [Style, string][] = [];
  private closed = false;

  /** Closes the marks that the next run doesn't have, and those inside them. */
  close(style: Style): void {
    const stays = this.open.findIndex(([each]) => (style & each) === 0);
    for (let left = stays === -1 ? 0 : this.open.length - stays; left > 0; left -= 1) {
      this.parts.push(this.open.pop()?.[1] ?? "");
      this.closed = true;
    }
  }

  /** Opens the marks of the next run that aren't open yet. */
  begin(style: Style): void {
    for (const mark of MARKS) {
      if ((style & mark[0]) === 0 || this.open.includes(mark)) continue;
      this.guardLast();
      this.parts.push(mark[1]);
      this.open.push(mark);
      this.closed = false;
    }
  }

  write(markdown: string, isText: boolean): void {
    this.parts.push(this.closed && isText ? guardFirst(markdown) : markdown);
    this.closed = false;
  }

  toString(): string {
    return this.parts.join("");
  }

  private guardLast(): void {
    const last = this.parts.at(-1);
    const char = last === undefined ? undefined : /.$/u.exec(last.slice(-2))?.[0];
    if (last !== undefined && char !== undefined && needsGuard(char)) {
      this.parts[this.parts.length - 1] = last.slice(0, -char.length) + entity(char);
    }
  }
}

function guardFirst(markdown: string): string {
  const char = String.fromCodePoint(markdown.codePointAt(0) ?? 0);
  return needsGuard(char) ? entity(char) + markdown.slice(char.length) : markdown;
}

// Between a letter and a bracket, or inside a word, Markdown ignores a mark. Writing the adjacent letter as an entity,
// which starts and ends with punctuation, avoids that.
const needsGuard = (char: string): boolean =>
  char !== "" && (char < "\u0080" ? /[a-z0-9]/i.test(char) : !/[\s\p{P}\p{Cc}\p{Cf}\p{Cn}]/u.test(char));
const entity = (char: string): string => `&#x${(char.codePointAt(0) ?? 0).toString(16)};`;

/** Returns a Markdown link. `label` is already Markdown. */
function markdownLink(label: string, href: string): string {
  return `[${label}](${href.replace(/[\\()]/g, "\\$&").replace(/&(?=#|[a-z0-9]{1,31};)/gi, "&amp;")})`;
}

/** Returns a link that shows its own URL. */
function bareLink(href: string): string {
  return /^https?:/i.test(href) && !/\p{Cc}/u.test(href)
    ? `<${href}>`
    : markdownLink(escapeText(href, { inLabel: true }), href);
}

const SPECIAL = /[\\*`_~<&[\](!]/g;
const WORD = /[\p{L}\p{N}]/u;
const ENTITY = /&(?:#|[a-z])/iy;

/** The surroundings of a literal text in its line. */
type Around = { inLabel?: boolean; beforeLink?: boolean };

/** Escapes literal text for Markdown. `guardLineStart` escapes marks that only matter at a line's start. */
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
      // The outermost letters may still become entities (see `needsGuard`), and then they aren't part of a word.
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

/**
 * Escapes a line of Markdown so that it can't start a heading, quote, list, table or rule. Leading spaces stay visible.
 */
export function guardLineStart(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const rest = line.slice(indent.length);
  if (rest === "") return "";
  const guarded = LINE_START.test(rest) ? `\\${rest}` : rest.replace(NUMBER, "$1\\$2");
  return indent.replace(/[ \t]/g, "\u00a0") + guarded;
}

/** Returns inline code between as many backticks as needed. */
function codeSpan(text: string): string {
  const ticks = "`".repeat(longestRun(text) + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** Returns a code block without a language, because Slack has none. */
export function fence(code: string): string {
  const ticks = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${ticks}\n${code}\n${ticks}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}
