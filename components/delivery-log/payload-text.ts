import { jsonErrorAt } from "./json-error-at";

/**
 * JSON spread over lines, to be read and corrected; what isn't JSON as it is. Only white space changes: numbers stay as they
 * were written, which ids of many digits would not survive as numbers of the browser's. Nested too deep, or too long when spread, it stays as it is.
 */
export function spreadJson(text: string): string {
  if (jsonProblem(text) !== null) return text;
  const out: string[] = [];
  let [depth, length] = [0, 0];
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of text.matchAll(TOKEN)) {
    const empty = (token === "}" && out.at(-1) === "{") || (token === "]" && out.at(-1) === "[");
    if (token === "}" || token === "]") {
      depth -= 1;
      out.push(empty ? token : line() + token);
    } else {
      if (out.at(-1) === "{" || out.at(-1) === "[") out.push(line());
      if (token === "{" || token === "[") depth += 1;
      if (depth > DEEPEST || length > LONGEST) return text;
      length += token.length + 2 * depth;
      out.push(token === "," ? `,${line()}` : token === ":" ? ": " : token);
    }
  }
  return out.join("");
}

// Every level indents its whole content: 256 KiB of nothing but brackets would become gigabytes of spaces, and a page stands still
// over a field with many millions of them.
const DEEPEST = 100;
const LONGEST = 2 * 1024 * 1024;

// A string, a bracket, comma or colon, or a number or word. Each character belongs to one alternative only.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** What keeps the text from being JSON, in a sentence that says where; null when it is JSON. */
export function jsonProblem(text: string): string | null {
  if (text.trim() === "") return "The payload is empty.";
  try {
    JSON.parse(text);
    return null;
  } catch {
    const at = jsonErrorAt(text);
    if (at === text.length) return "This isn't valid JSON: the end is missing.";
    const before = text.slice(0, at).split("\n");
    return `This isn't valid JSON. Check line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}.`;
  }
}

/** Whether something in the payload was masked, because it looked like a secret. */
export function hasMasked(text: string): boolean {
  return text.includes("•••");
}
