import { isNumber, isUnit, NAMES, wordPattern } from "@/lib/messages/cards/pattern-words";

// Why: docs/decisions/storms.md

// More than a card's subject has.
const LONGEST = 300;

/** What takes the place of what differs between texts about the same matter. */
const ANY = "*";

/**
 * Returns what a text has in common with others about the same matter: its words, without numbers, ids, hosts, addresses,
 * dates, quoted names and severities. "Disk full on web-1" and "Disk full on db-7" are both "disk full on *". Pure and fast
 * for any text.
 */
export function patternOf(text: string): string {
  if (text === "") return "";
  const start = text.slice(0, LONGEST);
  const known = patterns.get(start);
  if (known !== undefined) return known;
  const pattern = readPattern(start);
  if (patterns.size >= MOST_KNOWN) patterns.clear();
  patterns.set(start, pattern);
  return pattern;
}

// In a storm, the same alerts come again and again.
const MOST_KNOWN = 1_000;
const patterns = new Map<string, string>();

function readPattern(text: string): string {
  const plain = text.normalize("NFKC").slice(0, LONGEST);
  const tokens = tokensOf(withoutNames(withoutSeverity(plain)));
  const words: string[] = [];
  for (const [index, { token, owners }] of tokens.entries()) {
    const before = tokens[index - 1]?.token ?? "";
    if (isUnit(token, before, tokens[index + 1]?.token ?? "")) continue;
    const word = wordPattern(token, owners);
    // "2 errors" and "1 error" are the same.
    const single = isNumber(before) && word.length > 3 ? word.replace(/s$/, "") : word;
    if (single !== ANY || !endsInAny(words)) words.push(single);
  }
  return words.join(" ");
}

/** A word, and those before it that may say what it's the name of: "pod" of "pod shop/kafka-0". */
type Token = { token: string; owners: string[] };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const last = tokens.at(-1);
    const isPart = text.slice(end, index) === "/";
    tokens.push({
      token,
      owners: [...(last ? [last.token] : []), ...(isPart ? (last?.owners.slice(0, 1) ?? []) : [])],
    });
    end = index + token.length;
  }
  return tokens;
}

/** Whether a name that follows is one more of the last one's kind: "web-1, web-2 and db-7". Drops the word between them. */
function endsInAny(words: string[]): boolean {
  if (words.at(-1) === ANY) return true;
  if (words.at(-2) !== ANY || !JOINERS.has(words.at(-1) ?? "")) return false;
  words.pop();
  return true;
}

const JOINERS = new Set(["and", "or", "und", "oder", "et", "ou", "y", "e", "и", "of", "to", "x", "vs"]);

// Scripts without spaces between words: a number in them is a token of its own.
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー`;
const CHAR = String.raw`(?:(?![${UNSPACED}])[\p{L}\p{M}\p{N}])`;
const TOKEN = new RegExp(String.raw`\*|[${UNSPACED}]+|${CHAR}+(?:[._'’-]+${CHAR}+)*`, "gu");

const LEVELS =
  "critical|crit|fatal|emergency|emerg|disaster|major|minor|warning|warn|notice|info|informational|debug|severe|kritisch|warnung|critique|avertissement|crítico|crítica|advertencia|critico|critica|avviso|критично|предупреждение|重大|警告|严重";
const MARKED = `${LEVELS}|error|err|alert|high|medium|low|p[0-5]|sev-?[0-5]|s[1-5]|fehler|hoch|mittel|niedrig`;
const SEVERITIES: readonly RegExp[] = [
  // "[CRITICAL]", "(high)".
  new RegExp(`[[(【]\\s*(?:${MARKED})\\s*[\\])】]`, "giu"),
  // "CRITICAL: ", "P1 - ".
  new RegExp(`^[^\\p{L}\\p{N}]*(?:${MARKED})\\s*(?:[:|–—]|-\\s)`, "iu"),
  new RegExp(`^[^\\p{L}\\p{N}]*(?:${LEVELS})\\s+`, "iu"),
  // "web-1/Disk is CRITICAL".
  /(?<![\p{L}\p{N}])(?:CRITICAL|CRIT|WARNING|WARN|MAJOR|MINOR|UNKNOWN)(?![\p{L}\p{N}])/gu,
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:severity|priority|level|prio)\\s*[:=]\\s*"?(?:${MARKED}|[0-9])"?(?![\\p{L}\\p{N}])`,
    "giu",
  ),
];

function withoutSeverity(text: string): string {
  const rest = SEVERITIES.reduce((changed, severity) => changed.replace(severity, " "), text);
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

const QUOTED =
  /(?<![\p{L}\p{N}])(?:"([^"]*)"|'([^']*)'(?!\p{L})|`([^`]*)`|[«»„“‚]([^«»“”„‘]*)[«»“”‘]|[「『]([^」』]*)[」』])/gu;
// What it says or is about, and not whom it happened to: a log's line, a check's name.
const KEPT_AFTER =
  /(?:message|msg|err|error|reason|cause|title|summary|alert|alarm|rule|check|trigger|policy|condition|test|monitor|job|workflow|pipeline|step|stage|event|metric|queue|topic|table|service|function|method|class|module|fehler|erreur)\s*[:=]?\s*$/i;
const MOST_NAME_WORDS = 3;

function withoutNames(text: string): string {
  const others = text.replace(QUOTED, " ").match(TOKEN) ?? [];
  const isAllQuoted = others.length < 2;
  const unquoted = text.replace(QUOTED, (_: string, ...more: (string | number | undefined)[]) => {
    const inside = more.slice(0, 5).find((each) => each !== undefined);
    const content = typeof inside === "string" ? inside : "";
    const before = text.slice(0, Number(more[5]));
    const isLong = content.trim().split(/\s+/u).length > MOST_NAME_WORDS;
    return isLong || isAllQuoted || KEPT_AFTER.test(before) ? ` ${content} ` : ` ${ANY} `;
  });
  const named = NAMES.reduce((changed, name) => changed.replace(name, `$1${ANY}`), unquoted);
  return named.replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, "$1").replace(/https?:\/\//gi, " ");
}
