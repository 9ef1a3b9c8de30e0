import { expect, test } from "vitest";
import { payloadOf, readExample, withCard } from "@/lib/webhooks/interpret/described/example";

const block = (language: string, text: string, fence = "```") => `${fence}${language}\n${text}\n${fence}\n`;

test("an example has a source, headers and a body, and may say more", () => {
  const json = '{\n  "id": 12345678901234567890,\n  "text": "a\\n```\\nb"\n}';
  const text = `# One\n\nSource: https://x.example/y\n\nOnly the server sends this.\n\n${block("http", "X-Event: push\nx-at: 10:00")}\n${block("json", json)}`;
  const example = readExample(text);
  expect(example).toEqual({
    source: "https://x.example/y",
    headers: { "x-event": "push", "x-at": "10:00" },
    body: Buffer.from(json),
  });
  expect(payloadOf(example)).toEqual({ id: "12345678901234567890", text: "a\n```\nb" });
  expect(() => readExample(block("http", "X-Event: push"))).toThrow("needs a block with the request's body");
});

test.each([
  ["line ends as they are", block("text", "a\r\n b \n"), "a\r\n b \n"],
  ["a fence in it", block("text", "a\n```\nb", "````"), "a\n```\nb"],
  ["XML", block("xml", "<a>\n  <b/>\n</a>"), "<a>\n  <b/>\n</a>"],
])("a body has %s", (_, text, body) => expect(readExample(text).body.toString()).toBe(body));

test("a body in Base64 has any bytes, which are read in the charset of its type", () => {
  const bytes = Buffer.from("Größe: 4 \xff", "latin1");
  const headers = block("http", "Content-Type: text/plain; charset=iso-8859-1");
  const example = readExample(`${headers}\n${block("base64", bytes.toString("base64"))}`);
  expect(example.body).toEqual(bytes);
  expect(payloadOf(example)).toBe("Größe: 4 ÿ");
});

test("a form has a field in each line, with encoded line breaks and percent signs", () => {
  const headers = block("http", "Content-Type: application/x-www-form-urlencoded");
  const example = readExample(`${headers}\n${block("form", "log=a & b%0Ac\nshare=5%25\nq=x=y+z")}`);
  expect(example.body.toString()).toBe("log=a+%26+b%0Ac&share=5%25&q=x%3Dy%2Bz");
  expect(payloadOf(example)).toEqual({ log: "a & b\nc", share: "5%", q: "x=y+z" });
  expect(payloadOf(readExample(`${headers}\n${block("form", 'payload={"a": 1}')}`))).toEqual({ a: 1 });
});

test("a card is added at the end, and replaced where it is", () => {
  const text = `Source: https://x.example\n\n${block("json", "{}")}`;
  const made = withCard(text, ["Event: push", "", "Card", "  Text:", "    ```", "    $& $1"]);
  expect(made).toBe(`${text}\n\`\`\`card\nEvent: push\n\nCard\n  Text:\n    \`\`\`\n    $& $1\n\`\`\`\n`);
  expect(withCard(made, ["Skipped: $&"])).toBe(`${text}\n\`\`\`card\nSkipped: $&\n\`\`\`\n`);
  expect(withCard(made, ["Event: push", "", "Card", "  Text:", "    ```", "    $& $1"])).toBe(made);
});
