import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { chatOf } from "./recognize";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Returns the payloads of a sender's examples. */
function fixturesOf(sender: string): [name: string, payload: unknown][] {
  const folder = path.join(ROOT, sender, "fixtures");
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.flatMap((name) => {
    const read: unknown = JSON.parse(readFileSync(path.join(folder, name), "utf8"));
    const all = Array.isArray(read) ? read : [read];
    return all.map((one: unknown): [string, unknown] => {
      const body: unknown = typeof one === "object" && one !== null && "body" in one ? one.body : one;
      return [`${sender}/${name}`, body];
    });
  });
}

const withFixtures = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(path.join(ROOT, entry.name)).includes("fixtures"))
  .map(({ name }) => name);

test("what was written for Slack is recognized, and no other tool's payload is", () => {
  expect(withFixtures.length).toBeGreaterThan(50);
  const found = withFixtures.flatMap((sender) => fixturesOf(sender).filter(([, payload]) => chatOf(payload) !== null));
  const slacks = fixturesOf("slack").filter(([, payload]) =>
    Object.keys(Object(payload)).some((key) => key !== "text"),
  );
  // Authentik writes Slack's format and has a description, which comes first.
  expect(new Set(found.map(([name]) => name.split("/")[0]))).toEqual(new Set(["authentik", "slack"]));
  expect(found.length).toBeGreaterThan(slacks.length / 2);
  // Grafana writes Markdown to Slack.
  const inMarkdown = found.filter(([, payload]) => chatOf(payload) === "mattermost");
  expect(inMarkdown.map(([name]) => name)).toEqual(["slack/grafana.json"]);
});

test.each<[object, ReturnType<typeof chatOf>]>([
  [{ text: "#### **Build** failed", attachments: [{ fallback: "f", text: "body" }] }, "mattermost"],
  [{ text: "Build failed", attachments: [{ color: "#FF8000", text: "see [the log](https://x.y)" }] }, "mattermost"],
  [{ text: "Build failed", props: { card: "| a |" } }, "mattermost"],
  [{ text: "Build failed", priority: { priority: "urgent" } }, "mattermost"],
  [{ text: "*Build* failed", attachments: [{ color: "danger", text: "see <https://x.y|the log>" }] }, "slack"],
  [{ attachments: [{ color: "danger", blocks: [{ type: "divider" }] }] }, "slack"],
  [{ blocks: [{ type: "section", text: { type: "mrkdwn", text: "a" } }] }, "slack"],
  [{ text: "Build failed" }, null],
  [{ text: "Mail", attachments: [{ filename: "a.pdf", title: "A", url: "https://x.y" }] }, null],
  [{ blocks: [{ type: "section" }, { type: "hologram" }] }, null],
  [{ attachments: [] }, null],
  [[{ text: "a" }], null],
  [{ priority: { priority: "urgent" } }, null],
])("%j", (payload, chat) => expect(chatOf(payload)).toBe(chat));
