import { isBlank } from "@/lib/text/text";

/** A code block's or a quote's place in a text, and its Markdown. */
export type Block = { start: number; end: number; markdown: string };

type TickRun = { index: number; ticks: string };

const RUN = /\\[^0-9A-Za-z\s]|`{3,}/gu;

/** Finds the code blocks of Discord's text, which open and close anywhere, also within a line. */
export class Fences {
  readonly #text: string;
  #next: TickRun | null | undefined;
  /** Backticks before this place are text: those of an empty block, and those without an end. */
  #textTo = 0;
  /** The numbers of backticks that don't occur in the rest of the text. */
  readonly #gone = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the first code block that opens between two places, or null. The places may only grow. */
  within(from: number, to: number): Block | null {
    for (let run = this.#runFrom(from); run && run.index < to; run = this.#runFrom(this.#textTo)) {
      const found = this.#blockAt(run);
      if (found) return found;
    }
    return null;
  }

  #runFrom(from: number): TickRun | null {
    const at = Math.max(from, this.#textTo);
    if (this.#next === undefined || (this.#next !== null && this.#next.index < at)) {
      RUN.lastIndex = at;
      let match = RUN.exec(this.#text);
      while (match?.[0].startsWith("\\")) match = RUN.exec(this.#text);
      this.#next = match && { index: match.index, ticks: match[0] };
    }
    return this.#next;
  }

  #blockAt({ index: start, ticks }: TickRun): Block | null {
    const inside = start + ticks.length;
    const close = this.#gone.has(ticks.length) ? -1 : this.#text.indexOf(ticks, inside);
    if (close === -1) this.#gone.add(ticks.length);
    const code = this.#text.slice(inside, close === -1 ? undefined : close);
    // Without an end, it was cut off, unless a line only mentions the backticks.
    const isBlock = !isBlank(code) && (close !== -1 || code.includes("\n") || this.#startsLine(start));
    const end = close === -1 ? this.#text.length : close + ticks.length;
    if (isBlock) return { start, end, markdown: fenced(code) };
    this.#textTo = close === -1 ? inside : end;
    return null;
  }

  #startsLine(at: number): boolean {
    return this.#text.slice(this.#text.lastIndexOf("\n", at - 1) + 1, at).trim() === "";
  }
}

// Only one word on a line of its own is a language.
const LANGUAGE = /^([\w+.#-]{1,40})[ \t]*\n/;

// Discord shows a terminal's colors in blocks of the language "ansi".
const COLORS = /(?![\t\n])\p{Cc}\[[\d;]*m/gu;

/** Returns code as Markdown, whose fences have lines of their own. */
function fenced(text: string): string {
  const language = LANGUAGE.exec(text);
  const after = language ? text.slice(language[0].length) : "";
  const [info, code] = language && !isBlank(after) ? [language[1] ?? "", after] : ["", text];
  let start = 0;
  let end = code.length;
  while (code.charAt(start) === "\n") start += 1;
  while (code.charAt(end - 1) === "\n") end -= 1;
  const kept = info === "ansi" ? code.slice(start, end).replace(COLORS, "") : code.slice(start, end);
  const longest = (kept.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${info}\n${kept}\n${ticks}`;
}
