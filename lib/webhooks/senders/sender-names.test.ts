import { expect, test } from "vitest";
import { SenderNames } from "@/lib/webhooks/senders/sender-names";

const names = new SenderNames([
  ["gitea", ["forgejo", "gogs"]],
  ["gitlab", []],
  ["github", []],
  ["uptimekuma", ["kuma"]],
  ["grafana", []],
]);

test.each([
  ["gitea", "gitea"],
  ["forgejo", "gitea"],
  ["Uptime-Kuma", "uptimekuma"],
  ["uptime_kuma", "uptimekuma"],
  ["Uptime%20Kuma", "uptimekuma"],
  ["forgejoo", null],
  ["__proto__", null],
  ["", null],
])("%j belongs to %j", (written, name) => expect(names.find(written)).toBe(name));

test.each([
  ["forgjo", ["forgejo"]],
  ["gitlba", ["gitlab", "gitea"]],
  ["githbu", ["github"]],
  ["git", ["gitea", "github", "gitlab"]],
  ["grafana-oncall", ["grafana"]],
  ["uptime-kumar", ["uptimekuma"]],
  ["nothing-like-it", []],
  ["", []],
  ["g".repeat(100_000), []],
])("the nearest to %j are %j", (written, near) => expect(names.nearest(written)).toEqual(near));

test("two senders can't have the same name", () => {
  const clash = () =>
    new SenderNames([
      ["gitea", ["git-hub"]],
      ["github", []],
    ]);
  expect(clash).toThrow('The senders gitea and github can\'t both be called "github".');
});
