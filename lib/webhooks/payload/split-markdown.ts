import { codePoints, firstCodePoints } from "@/lib/text/text";

/**
 * Splits Markdown into a first part of at most `first` code points and further ones of at most `next`, between lines if
 * possible, else between words. A code block that is split ends and begins again, and a table's further parts repeat
 * its head. Linear in the text's length, apart from the repetitions.
 */
export function splitMarkdown(markdown: string, first: number, next: number): string[] {
  if (codePoints(markdown) <= first) return [markdown];
  const parts = new Parts(first, next);
  for (const line of markdown.split("\n")) parts.add(line);
  return parts.all();
}

/** A line that opens or closes a code block, also in a quote. */
const FENCE = /^((?:> ?)*) {0,3}(`{3,}|~{3,})(.*)$/;
const TABLE_ROW = /^\|/;
const DELIMITER_ROW = /^\|[-:| ]+$/;

/** Repeating a longer head or fence would leave too little room for what is split. */
const MOST_REPEATED = 500;

class Parts {
  readonly #done: string[] = [];
  #lines: string[] = [];
  #length = 0;
  #most: number;
  /** The code block that is open: its first line and the line that ends it. */
  #code: { opening: string; closing: string } | null = null;
  /** The head of the table that the last line belongs to. */
  #head: string[] = [];

  constructor(
    first: number,
    readonly next: number,
  ) {
    this.#most = first;
  }

  add(line: string): void {
    const needed = codePoints(line) + 1;
    if (this.#length + needed > this.#room()) {
      // A line that would fit into the next part goes there whole, unless it would leave this one nearly empty.
      if (needed <= this.#fresh() && this.#length > this.#most / 8) this.#end();
      else {
        this.#addInPieces(line, needed);
        return;
      }
    }
    this.#push(line, needed);
  }

  all(): string[] {
    if (this.#lines.length > 0) this.#done.push(this.#lines.join("\n"));
    return this.#done.filter((part) => part.trim() !== "");
  }

  #room(): number {
    return this.#most - (this.#code ? codePoints(this.#code.closing) + 1 : 0);
  }

  #fresh(): number {
    const repeated = this.#code ? [this.#code.opening, this.#code.closing] : this.#head;
    return this.next - repeated.reduce((sum, line) => sum + codePoints(line) + 1, 0);
  }

  #push(line: string, needed: number): void {
    this.#lines.push(line);
    this.#length += needed;
    this.#follow(line);
  }

  #follow(line: string): void {
    const [, quote = "", mark = "", info = ""] = FENCE.exec(line) ?? [];
    if (this.#code) {
      if (mark !== "" && info.trim() === "" && `${quote}${mark}`.startsWith(this.#code.closing)) this.#code = null;
      return;
    }
    const isShort = line.length <= MOST_REPEATED;
    if (mark !== "" && isShort && !(mark.startsWith("`") && info.includes("`"))) {
      this.#code = { opening: line, closing: `${quote}${mark}` };
    }
    if (!TABLE_ROW.test(line)) this.#head = [];
    else if (isShort && DELIMITER_ROW.test(line) && this.#head.length === 0) this.#head = this.#headAbove(line);
  }

  #headAbove(delimiter: string): string[] {
    const title = this.#lines.at(-2) ?? "";
    return TABLE_ROW.test(title) && title.length <= MOST_REPEATED ? [title, delimiter] : [];
  }

  #end(): void {
    if (this.#code) this.#lines.push(this.#code.closing);
    this.#done.push(this.#lines.join("\n").trimEnd());
    this.#most = this.next;
    this.#lines = this.#code ? [this.#code.opening] : [...this.#head];
    this.#length = this.#lines.reduce((sum, line) => sum + codePoints(line) + 1, 0);
  }

  #addInPieces(line: string, needed: number): void {
    let rest = line;
    let left = needed;
    while (left > this.#room() - this.#length) {
      const room = this.#room() - this.#length - 1;
      const piece = room < 1 ? "" : beginning(rest, room, this.#code !== null);
      if (piece !== "") this.#lines.push(piece);
      rest = rest.slice(piece.length);
      left -= codePoints(piece);
      this.#end();
    }
    this.#push(rest, left);
  }
}

/** What mustn't be cut: an escaped character, an entity, a link. */
const UNFINISHED = /(?:\\|&#?\w{0,8}|\[[^[\]\n]{0,300}(?:\](?:\([^()\s]{0,2048})?)?|<[^<>\s]{0,2048})$/;

/** Returns the beginning of a line, up to the last space if there is one near the end. */
function beginning(line: string, room: number, isCode: boolean): string {
  const piece = firstCodePoints(line, room);
  const space = piece.lastIndexOf(" ");
  const words = space > piece.length / 2 ? piece.slice(0, space + 1) : piece;
  if (isCode) return words;
  // Looks only at the end, because the pattern tries every position.
  const end = words.slice(-2400);
  const cut = UNFINISHED.exec(end);
  const whole = cut ? words.slice(0, words.length - end.length + cut.index) : words;
  return whole.length > piece.length / 2 ? whole : words;
}
