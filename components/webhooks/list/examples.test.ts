import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { curlCommand, curlExample, examples } from "./examples";

const base = "https://chat.example";
const [id, token] = ["117430585659490304", "t".repeat(68)];
const url = `${base}/webhooks/incoming/${id}/${token}`;
const byId = Object.fromEntries(examples(url).map((example) => [example.id, example]));

test("each example has a label, a language, an introduction and code", () => {
  expect(examples(url).map((example) => example.id)).toEqual([
    "curl",
    "slack",
    "discord",
    "github",
    "javascript",
    "python",
  ]);
  for (const example of examples(url)) {
    for (const text of [example.label, example.language, example.intro, example.code]) expect(text).not.toBe("");
  }
});

test.each([
  ["curl", url],
  ["javascript", url],
  ["python", url],
  ["slack", `${url}/slack`],
  ["discord", `${base}/api/webhooks/${id}/${token}`],
  ["github", `${url}/github`],
])("the example for %s contains the real URL", (name, expected) => {
  expect(byId[name]?.code).toContain(expected);
});

test("the discord.js example contains this install's ID, token and API URL", () => {
  expect(byId.discord?.code).toContain(`{ id: "${id}", token: "${token}" }`);
  expect(byId.discord?.code).toContain(`api: "${base}/api"`);
});

describe("a shell command", () => {
  const wordsOf = (command: string) =>
    execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: "utf8" }).split("\0");

  test("passes curl its URL as one argument", () => {
    expect(wordsOf(curlExample(url))).toContain(url);
    expect(wordsOf(byId.slack?.code ?? "")).toContain(`${url}/slack`);
  });

  test("keeps quotes, dollar signs, line breaks and a leading @", () => {
    const json = JSON.stringify({ content: `it's "$HOME" \`id\` \\ !` }, null, 2);
    expect(wordsOf(curlCommand(url, json))).toContain(json);
    expect(wordsOf(curlCommand(`${base}/it's`, "@/etc/passwd"))).toEqual(
      expect.arrayContaining([`${base}/it's`, "@/etc/passwd"]),
    );
  });
});
