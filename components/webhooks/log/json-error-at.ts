// A string, a bracket, comma or colon, a number or a word.
const TOKEN =
  /"[^"\\\p{Cc}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\p{Cc}]*)*"|[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

type ExpectedToken = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

/**
 * Returns the index of the first token that makes the text invalid JSON, or the text's length if it only ends too
 * early. Browsers report this differently or not at all.
 */
export function jsonErrorAt(text: string): number {
  const open: string[] = [];
  let expected: ExpectedToken | null = "value";
  for (let at = afterSpace(text, 0); at < text.length; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    const next: ExpectedToken | "closed" | null = token && expected ? after(token, expected, open) : null;
    if (!token || !next) return at;
    expected = next === "closed" ? (open.length > 0 ? "comma or end" : null) : next;
    at = afterSpace(text, at + token.length);
  }
  return text.length;
}

/** Returns what may follow this token: "closed" if it ends a value, null if it isn't allowed here. */
function after(token: string, expected: ExpectedToken, open: string[]): ExpectedToken | "closed" | null {
  const isString = token.startsWith('"');
  if (expected === "colon") return token === ":" ? "value" : null;
  if (token === "}" || token === "]") {
    const ends = expected === "comma or end" || expected === (token === "}" ? "key or end" : "value or end");
    return ends && open.pop() === (token === "}" ? "{" : "[") ? "closed" : null;
  }
  if (expected === "comma or end") return token === "," ? (open.at(-1) === "{" ? "key" : "value") : null;
  if (expected === "key" || expected === "key or end") return isString ? "colon" : null;
  if (token === "," || token === ":") return null;
  if (token !== "{" && token !== "[") return "closed";
  open.push(token);
  return token === "{" ? "key or end" : "value or end";
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (" \t\n\r".includes(text[at] ?? "x")) at += 1;
  return at;
}
