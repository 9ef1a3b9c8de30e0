import { expect, test } from "vitest";
import { senderOf } from "@/lib/webhooks/senders/registry";

test.each([
  ["parley", ["x-github-event"], "GitHub"],
  ["json", ["x-github-event"], "GitHub"],
  ["json", ["x-github-event", "x-gitea-event", "x-gogs-event"], "Any JSON"],
  ["gitea", ["x-github-event", "x-gitea-event", "x-gogs-event"], "Gitea, Forgejo, Gogs"],
  ["parley", [], "Parley"],
] as const)("a request to %s with the headers %j is %s's", (dialect, sent, name) => {
  const headers = new Set<string>(sent);
  expect(senderOf(dialect, (header) => (headers.has(header) ? "push" : null)).name).toBe(name);
});
