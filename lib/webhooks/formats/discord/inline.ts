/** Stands for the bars of a spoiler until they're paired. Stored texts have no NUL, so it can't be in them. */
const SPOILER = "\0";

// An escaped character, code's backticks, a tag, a link's URL, marks, or what Markdown would read as an entity.
const TOKEN =
  /\\[^0-9A-Za-z\s]|`+|<[^<>\n]{1,100}>|\]\([^\s()]*|https?:\/\/(?:(?!\|\||\*\*|~~|__(?![\p{L}\p{N}]))[^\s<>`])+|\|{2,}|_{2,}|\*{2,}|~{2,}|&(?=#?\w{1,32};)/gu;

const PAIRED = new Set(["**", "__", "~~"]);

const MARKED = /[\\`<|_*~&]/;

/** Converts the marks and tags within a paragraph of Discord's text to Markdown that looks the same. */
export function inlineMarkdown(paragraph: string): string {
  return MARKED.test(paragraph) ? new Line(false).read(paragraph) : paragraph;
}

/** Converts a text to one without marks, for a place that shows none. */
export function inlineText(text: string): string {
  return MARKED.test(text) ? new Line(true).read(text) : text;
}

/** Removes the bars around spoilers, because Parley has none. A bar without another stays. */
export function withoutSpoilers(text: string): string {
  if (!text.includes(SPOILER)) return text;
  const parts = text.split(SPOILER);
  const last = parts.length % 2 === 0 ? (parts.pop() ?? "") : null;
  return parts.join("") + (last === null ? "" : `||${last}`);
}

const NO_RUNS: ReadonlyMap<number, number> = new Map();

/** The last place of each number of backticks, or each would search the whole text for its partner. */
function lastRuns(source: string): ReadonlyMap<number, number> {
  return new Map(Array.from(source.matchAll(/`+/g), ({ 0: run, index }) => [run.length, index]));
}

/** A mark that waits for its partner: its place among the parts, and how it was written. */
type Open = { part: number; token: string };

/** Reads a paragraph from left to right. Linear in its length. */
class Line {
  #parts: string[] = [];
  readonly #open = new Map<string, Open>();
  #guardNext = false;

  constructor(readonly plain: boolean) {}

  read(source: string): string {
    const lastRun = source.includes("`") ? lastRuns(source) : NO_RUNS;
    let at = 0;
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
      const [token] = match;
      this.#text(source.slice(at, match.index));
      at = match.index + token.length;
      if (token.startsWith("`") && (lastRun.get(token.length) ?? -1) >= at) {
        at = this.#code(source, at, token);
        TOKEN.lastIndex = at;
      } else this.#token(token, source.slice(at, at + 2));
    }
    this.#text(source.slice(at));
    return this.#parts.join("");
  }

  #text(text: string): void {
    if (text === "") return;
    const first = firstOf(text);
    const guarded = this.#guardNext && isWordish(first) ? entity(first) + text.slice(first.length) : text;
    this.#guardNext = false;
    this.#parts.push(this.plain ? text.replace(SINGLE, "$2") : guarded);
  }

  #code(source: string, start: number, ticks: string): number {
    this.#guardNext = false;
    const runs = /`+/g;
    runs.lastIndex = start;
    for (let run = runs.exec(source); run; run = runs.exec(source)) {
      if (run[0].length !== ticks.length) continue;
      const code = source.slice(start, run.index);
      this.#parts.push(this.plain ? code.trim() : ticks + code + ticks);
      return run.index + ticks.length;
    }
    return start;
  }

  #token(token: string, after: string): void {
    this.#guardNext = false;
    if (token === "||") this.#parts.push(SPOILER);
    else if (token === "___") this.#mark("__", token, after);
    else if (PAIRED.has(token) || (this.plain && token === "***")) this.#mark(token, token, after);
    else if (token.startsWith("\\")) this.#parts.push(this.#escaped(token.slice(1), after));
    else if (token.startsWith("<")) this.#parts.push(tagText(token) ?? token);
    else this.#parts.push(token === "&" && !this.plain ? "\\&" : token);
  }

  /** Markdown escapes only ASCII's punctuation. An escaped colon mustn't begin an emoji's name. */
  #escaped(char: string, after: string): string {
    if (char === ":") return /^[\w+-]/.test(after) ? ":\u200b" : ":";
    return this.plain || char > "\u007f" ? char : `\\${char}`;
  }

  #mark(mark: string, token: string, after: string): void {
    const open = this.#open.get(mark);
    const inside = open ? this.#parts.slice(open.part + 1).join("") : "";
    if (!open || inside.trim() === "") {
      this.#open.set(mark, { part: this.#parts.length, token });
      this.#parts.push(token);
      return;
    }
    this.#parts.length = open.part;
    for (const [other, { part }] of this.#open) if (part >= open.part) this.#open.delete(other);
    if (token !== "___") this.#pair(mark, open.token === "___" ? `_${inside}` : inside, after);
    else this.#pair(mark, open.token === "___" ? `_${inside}_` : `${inside}_`, after);
  }

  /**
   * Writes a pair of marks and what is inside them. Unlike Discord, Markdown doesn't format what begins or ends with a
   * space, or with a sign next to a letter: so spaces move outside, and a letter becomes an entity, which ends with a sign.
   */
  #pair(mark: string, inside: string, after: string): void {
    const core = inside.trim();
    const lead = inside.slice(0, inside.length - inside.trimStart().length);
    const tail = inside.slice(lead.length + core.length);
    const before = lead === "" ? (this.#parts.at(-1) ?? "") : lead;
    const next = tail === "" ? after : tail;
    const shown = this.plain ? "" : mark === "__" ? underline(before, next) : mark;
    if (shown !== "" && lead === "" && isSign(firstOf(core))) this.#guardLast();
    this.#parts.push(lead, shown, core, shown, tail);
    this.#guardNext = shown !== "" && tail === "" && isSign(lastOf(core));
  }

  #guardLast(): void {
    const last = this.#parts.at(-1) ?? "";
    const char = lastOf(last);
    if (!isWordish(char) || /^(?:https?:|\]\()/i.test(last)) return;
    this.#parts[this.#parts.length - 1] = last.slice(0, -char.length) + entity(char);
  }
}

/** Underlined text is emphasized, unless its mark would join another. */
const underline = (before: string, next: string): string => (before.endsWith("*") || next.startsWith("*") ? "" : "*");

// Emphasis with a single mark, as far as it's certain: `*.txt` and `a_b` have none.
const SINGLE = /(?<![\w*])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])/g;

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0).replace("\0", "");
const lastOf = (text: string): string => /.$/su.exec(text.slice(-2))?.[0] ?? "";
const isWordish = (char: string): boolean => char !== "" && !/[\s\p{P}]/u.test(char);
const isSign = (char: string): boolean => /[\p{P}\p{S}]/u.test(char);
const entity = (char: string): string => `&#x${(char.codePointAt(0) ?? 0).toString(16)};`;

// JavaScript's latest date, in seconds since 1970.
const MOST_SECONDS = 8_640_000_000_000;

/** What Discord's pages of a server are called, by their name in `<id:…>`. */
const PAGES: Record<string, string> = {
  home: "Home",
  browse: "Browse Channels",
  customize: "Channels & Roles",
  guide: "Server Guide",
  "linked-roles": "Linked Roles",
};

/**
 * Returns what one of Discord's tags, such as `<t:1795000000:R>`, says without Discord, or null for other text. People
 * and roles (`<@id>`, `<@&id>`) and links are the same in Parley, so they're null, too.
 */
function tagText(tag: string): string | null {
  const inside = tag.slice(1, -1);
  switch (inside.charAt(0)) {
    case ":":
    case "a": {
      const [, name] = /^a?:(\w{2,32}):\d{15,21}$/.exec(inside) ?? [];
      return name === undefined ? null : `:${name}:`;
    }
    case "t": {
      const [, seconds, style = "f"] = /^t:(-?\d{1,13})(?::([tTdDfFsSR]))?$/.exec(inside) ?? [];
      return seconds === undefined ? null : dateText(Number(seconds), style);
    }
    case "#":
      return /^#\d{15,21}$/.test(inside) ? inside : null;
    case "/": {
      const [, command] = /^(\/[-\w\p{L}\p{N}]{1,32}(?: [-\w\p{L}\p{N}]{1,32}){0,2}):\d{1,21}$/u.exec(inside) ?? [];
      return command ?? null;
    }
    case "i": {
      const [, page = ""] = /^id:([a-z-]{1,20})(?::\d{15,21})?$/.exec(inside) ?? [];
      return Object.hasOwn(PAGES, page) ? `#${PAGES[page]}` : null;
    }
    default:
      return null;
  }
}

function dateText(seconds: number, style: string): string | null {
  if (Math.abs(seconds) > MOST_SECONDS) return null;
  const [date = "", time = ""] = new Date(seconds * 1000).toISOString().split("T");
  const clock = `${"TS".includes(style) ? time.slice(0, 8) : time.slice(0, 5)} UTC`;
  if (style === "t" || style === "T") return clock;
  return style === "d" || style === "D" ? date : `${date} ${clock}`;
}
