import { expect, test } from "vitest";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { dialectAt, spokenAt } from "@/lib/webhooks/senders/registry";

test.each([
  ["parley", ["x-github-event"], "GitHub"],
  ["json", ["x-github-event"], "GitHub"],
  ["json", ["x-github-event", "x-gitea-event", "x-gogs-event"], "Any JSON"],
  ["gitea", ["x-github-event", "x-gitea-event", "x-gogs-event"], "Gitea, Forgejo, Gogs"],
  ["parley", [], "Parley"],
] as const)("a request to %s with the headers %j belongs to %s", (dialect, sent, name) => {
  const headers = new Set<string>(sent);
  const { sender } = spokenAt(dialect, (header) => (headers.has(header) ? "push" : null));
  expect(sender.name).toBe(name);
});

test.each([
  ["forgejo", "gitea"],
  ["gogs", "gitea"],
  ["awx", "ansibletower"],
  ["prometheus", "alertmanager"],
  ["uptime-kuma", "uptimekuma"],
  ["bitbucket-server", "bitbucket"],
  ["Docker-Hub", "dockerhub"],
  ["Slack", "slack"],
  ["parley", null],
  ["discord", null],
])("a URL that ends with %s belongs to %s", (suffix, dialect) => expect(dialectAt(suffix)).toBe(dialect));

test.each([...descriptions()])(
  "%s is found by each of its aliases, which are valid in a URL",
  (name, { aliases = [] }) => {
    for (const alias of aliases) {
      expect(dialectAt(alias)).toBe(name);
      expect(alias).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*$/);
    }
  },
);
