import { withEmoji } from "@/lib/messages/emoji/emoji";
import { controlRun, decodeEntities, linkRun, literal, type SlackRun, STYLES, type Style } from "./runs";

/** `mrkdwn` parses everything, `links` only `<…>`, and `plain` only bare URLs. */
export type Mode = "mrkdwn" | "links" | "plain";

type Mark = { mark: Style; char: string; opens: boolean; closes: boolean };
type Token = SlackRun | Mark;

const MARKS: Record<string, Style> = { "*": STYLES.bold, _: STYLES.italic, "~": STYLES.strike };
const WORD = /[\p{L}\p{N}\p{M}]/u;
const BARE = /https?:\/\/(?:(?!&[lg]t;)[^\s<>|"`])+/y;

/** Parses one line of Slack's text. Linear in its length. */
export function parseLine(line: string, mode: Mode): SlackRun[] {
  return applyMarks(new Scanner(line, mode).tokens());
}

/** Splits a line into tokens in one pass. Results of searches ahead are remembered, so that none is repeated. */
class Scanner {
  private readonly found: Token[] = [];
  private from = 0;
  private at = 0;
  private nextEnd = -1;
  private nextStart = -1;
  private nextTick = -1;

  constructor(
    private readonly line: string,
    private readonly mode: Mode,
  ) {}

  tokens(): Token[] {
    while (this.at < this.line.length) if (!this.special(this.line.charAt(this.at))) this.at += 1;
    this.flush();
    return this.found;
  }

  private special(char: string): boolean {
    if (char === "h") return this.address();
    if (this.mode === "plain") return false;
    if (char === "<") return this.control();
    if (this.mode === "links") return false;
    if (char === "`") return this.code();
    return MARKS[char] !== undefined && this.mark(char, MARKS[char]);
  }

  private take(token: Token, end: number): boolean {
    this.flush();
    this.found.push(token);
    this.at = end;
    this.from = end;
    return true;
  }

  private flush(): void {
    if (this.at > this.from) this.found.push(literal(withEmoji(decodeEntities(this.line.slice(this.from, this.at)))));
    this.from = this.at;
  }

  private address(): boolean {
    if (!this.line.startsWith("http", this.at) || isWord(before(this.line, this.at))) return false;
    BARE.lastIndex = this.at;
    const match = BARE.exec(this.line)?.[0];
    if (match === undefined) return false;
    const address = trimAddress(match);
    const run = linkRun(decodeEntities(address), "");
    if (run.kind === "link") return this.take(run, this.at + address.length);
    this.at += match.length;
    return true;
  }

  private control(): boolean {
    this.nextEnd = ahead(this.line, ">", this.at + 1, this.nextEnd);
    this.nextStart = ahead(this.line, "<", this.at + 1, this.nextStart);
    if (this.nextEnd === this.line.length || this.nextStart < this.nextEnd) return false;
    const run = controlRun(this.line.slice(this.at + 1, this.nextEnd));
    return run !== null && this.take(run, this.nextEnd + 1);
  }

  /** Reads code between single backticks. Two or more in a row are plain text. */
  private code(): boolean {
    const run = ticksAt(this.line, this.at);
    if (run !== 1) {
      this.at += run;
      return true;
    }
    if (this.nextTick <= this.at) this.nextTick = nextSingleTick(this.line, this.at + 1);
    if (this.nextTick === this.line.length) return false;
    const text = decodeEntities(this.line.slice(this.at + 1, this.nextTick));
    return this.take({ kind: "code", text, style: 0 }, this.nextTick + 1);
  }

  private mark(char: string, mark: Style): boolean {
    const left = before(this.line, this.at);
    const code = this.line.codePointAt(this.at + 1);
    const right = code === undefined ? "" : String.fromCodePoint(code);
    const doubled = left === char || right === char;
    const opens = !doubled && !isWord(left) && /\S/.test(right);
    const closes = !doubled && /\S/.test(left) && !isWord(right);
    return (opens || closes) && this.take({ mark, char, opens, closes }, this.at + 1);
  }
}

/** Styles the text between each pair of marks. A mark without a partner is a plain character. */
function applyMarks(tokens: readonly Token[]): SlackRun[] {
  const open = new Map<Style, number>();
  const paired = new Set<number>();
  tokens.forEach((token, index) => {
    if (!("mark" in token)) return;
    const opener = open.get(token.mark);
    if (token.closes && opener !== undefined) {
      paired.add(opener).add(index);
      open.delete(token.mark);
    } else if (token.opens) open.set(token.mark, index);
  });
  let style = 0;
  return tokens.flatMap((token, index): SlackRun[] => {
    if (!("mark" in token)) return [{ ...token, style }];
    if (!paired.has(index)) return [literal(token.char, style)];
    style ^= token.mark;
    return [];
  });
}

function before(line: string, at: number): string {
  const low = line.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? line.slice(Math.max(0, at - 2), at) : line.charAt(at - 1);
}

/** Whether the character is part of a word. Marks next to one have no meaning. */
const isWord = (char: string): boolean => (char < "\u0080" ? /[a-z0-9]/i.test(char) : WORD.test(char));

/** Returns the next index of `char`, reusing an earlier result that is still ahead. The line's length means none. */
function ahead(line: string, char: string, from: number, known: number): number {
  if (known >= from) return known;
  const index = line.indexOf(char, from);
  return index === -1 ? line.length : index;
}

function ticksAt(line: string, at: number): number {
  let end = at;
  while (line.charAt(end) === "`") end += 1;
  return end - at;
}

function nextSingleTick(line: string, from: number): number {
  let at = line.indexOf("`", from);
  while (at !== -1) {
    const run = ticksAt(line, at);
    if (run === 1) return at;
    at = line.indexOf("`", at + run);
  }
  return line.length;
}

/** Removes a sentence's punctuation after a URL. */
function trimAddress(address: string): string {
  const closing = address.includes("(") ? "" : ")";
  let end = address.length;
  while (end > 0 && `.,;:!?'*_~]}${closing}`.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}
