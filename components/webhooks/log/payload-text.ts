import { jsonErrorAt } from "./json-error-at";

/**
 * Returns JSON with indentation, changing only white space: parsing would round long ids. Returns the text unchanged if
 * it isn't JSON, is nested too deeply or would become too long.
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

// Indentation grows with depth: 256 KiB of brackets would become gigabytes, and a text field with millions of
// characters freezes the page.
const DEEPEST = 100;
const LONGEST = 2 * 1024 * 1024;

// A string, a bracket, comma or colon, or a number or word. The alternatives don't overlap, so matching is linear.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Returns an error sentence with the position, or null if the text is valid JSON. */
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

/** Returns whether the payload contains masked secrets. */
export function hasMasked(text: string): boolean {
  return text.includes("•••");
}
