import { expect, test } from "vitest";
import type { SenderDto } from "@/lib/webhooks/dto";
import { findSenders, logoOf, suggestedName } from "./find-senders";

const sender = (name: string, label: string, mark: string | null = null, aliases: string[] = []): SenderDto => ({
  name,
  label,
  aliases,
  mark,
  hasThings: false,
  steps: [],
});
const all = [
  sender("parley", "Parley's own JSON"),
  sender("json", "Any other JSON"),
  sender("alertmanager", "Alertmanager", "prometheus"),
  sender("azure-devops", "Azure DevOps"),
  sender("gitlab", "GitLab", "gitlab"),
  sender("gitea", "Gitea", "gitea", ["forgejo"]),
];

test.each([
  ["", all.map(({ name }) => name)],
  ["GITLAB", ["gitlab"]],
  ["git lab", ["gitlab"]],
  ["forgejo", ["gitea"]],
  ["prometheus", ["alertmanager"]],
  ["devops azure", ["azure-devops"]],
  ["json", ["parley", "json"]],
  ["nothing", []],
])("%j finds %j", (text, names) => expect(findSenders(all, text).map(({ name }) => name)).toEqual(names));

test("a tool's webhook has its logo at first, but one for a chat's format doesn't have the chat's", () => {
  expect(logoOf(sender("alertmanager", "Alertmanager", "prometheus"))).toBe("/sender-marks/prometheus.svg");
  expect(logoOf(sender("discord", "Discord", "discord"))).toBeNull();
  expect(logoOf(sender("tool", "A tool without a logo"))).toBeNull();
});

test.each([
  ["gitlab", "GitLab", "GitLab"],
  ["gitea", "Gitea, Forgejo, Gogs", "Gitea"],
  ["parley", "Parley's own JSON", ""],
  ["slack", "Slack", ""],
])("%s suggests its tool's name, if there is one", (name, label, suggested) =>
  expect(suggestedName({ name, label })).toBe(suggested),
);
