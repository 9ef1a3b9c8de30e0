import { charsetIn } from "@/lib/text/charset";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { decodeText } from "@/lib/webhooks/request/context";
import { kindOf, readBody } from "@/lib/webhooks/request/read-body";

// Why: docs/decisions/senders.md

/** A request as a tool sends it, the card that it becomes and what it says about things: a file of a tool's folder `examples`. */
export type Example = {
  /** Where the request's format is documented. */
  source: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
  body: Buffer;
};

const BLOCK = /^(`{3,})(\w*)\n(.*?)\n\1$/gms;
const RESULTS = {
  card: /^```card\n.*?\n```\n?$/ms,
  thing: /^```thing\n.*?\n```\n?$/ms,
};

/** Reads an example: Markdown with a block of headers, one of the body and one of the card. Throws if there's no body. */
export function readExample(text: string): Example {
  const blocks = [...text.matchAll(BLOCK)].map(([, , language = "", content = ""]) => ({ language, content }));
  const body = blocks.find(({ language }) => !["http", "card", "thing"].includes(language));
  if (!body) throw new Error("An example needs a block with the request's body.");
  const [, source = ""] = /^Source: (\S+)$/m.exec(text) ?? [];
  const headers = blocks.find(({ language }) => language === "http")?.content ?? "";
  return { source, headers: headersIn(headers), body: bytesOf(body) };
}

/** Returns the example with what its request becomes now: its card, or what it says about things. */
export function withCard(text: string, lines: readonly string[], kind: keyof typeof RESULTS = "card"): string {
  const block = `\`\`\`${kind}\n${lines.join("\n")}\n\`\`\`\n`;
  const known = RESULTS[kind];
  return known.test(text) ? text.replace(known, () => block) : `${text.trimEnd()}\n\n${block}`;
}

/** Returns an example's payload, as the endpoint reads it. */
export function payloadOf({ headers, body }: Omit<Example, "source">): object | string {
  const charset = charsetIn(headers["content-type"] ?? null);
  const kind = kindOf({ headers: (name) => headers[name] ?? null });
  const known = kind === null || kind === "multipart" ? "other" : kind;
  return readBody(decodeText(body, charset), known, bodyBudget(), charset).payload;
}

function headersIn(lines: string): Record<string, string> {
  return Object.fromEntries(
    [...lines.matchAll(/^([^\s:]+):[ \t]*(.*)$/gm)].map(([, name = "", value = ""]) => [name.toLowerCase(), value]),
  );
}

/** A block's text is the body, byte for byte, unless it's called `base64` or `form`. */
function bytesOf({ language, content }: { language: string; content: string }): Buffer {
  if (language === "base64") return Buffer.from(content, "base64");
  return Buffer.from(language === "form" ? formOf(content.split("\n")) : content);
}

/** A form has a field in each line, in which only a line break (`%0A`) and the percent sign (`%25`) are encoded. */
function formOf(lines: readonly string[]): string {
  const fields = lines.map((line) => {
    const [, name = line, value = ""] = /^([^=]*)=(.*)$/.exec(line) ?? [];
    return [name, decodeURIComponent(value)];
  });
  return new URLSearchParams(fields).toString();
}
