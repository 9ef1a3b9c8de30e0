import { expect, test } from "vitest";
import { examplesOf, plainPayloads } from "@/lib/testing/examples";
import { payloadOf } from "@/lib/webhooks/interpret/described/example";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { chatOf } from "./recognize";

/** Returns the payloads of a sender's examples. */
function payloadsOf(sender: string): [name: string, payload: unknown][] {
  if (sender === "plain") return plainPayloads().map((payload, index) => [`plain/${index}`, payload]);
  return examplesOf(sender).map((example) => [`${sender}/${example.name}`, payloadOf(example)]);
}

const senders = [...descriptions().keys(), "slack", "discord", "plain"];

test("what was written for Slack is recognized, and no other tool's payload is", () => {
  expect(senders.length).toBeGreaterThan(50);
  const found = senders.flatMap((sender) => payloadsOf(sender).filter(([, payload]) => chatOf(payload) !== null));
  const slacks = payloadsOf("slack").filter(([, payload]) =>
    Object.keys(Object(payload)).some((key) => key !== "text"),
  );
  // Authentik writes Slack's format and has a description, which comes first.
  expect(new Set(found.map(([name]) => name.split("/")[0]))).toEqual(new Set(["authentik", "slack"]));
  expect(found.length).toBeGreaterThan(slacks.length / 2);
  // Grafana writes Markdown to Slack.
  const inMarkdown = found.filter(([, payload]) => chatOf(payload) === "mattermost");
  expect(inMarkdown.map(([name]) => name)).toEqual(["slack/grafana"]);
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
