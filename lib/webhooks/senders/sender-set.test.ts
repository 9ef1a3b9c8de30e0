import { expect, test } from "vitest";
import type { SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { type NamedSender, senderSet } from "@/lib/webhooks/senders/sender-set";

function made(name: string, { aliases, label = name }: { aliases?: string[]; label?: string } = {}): NamedSender {
  const description: SenderDescription = {
    name: label,
    home: "https://tool.example",
    steps: ["{url}", "", ""],
    recognize: [{ has: { id: "" } }],
    event: "",
    events: {},
    ...(aliases && { aliases }),
  };
  return { name, file: `/data/senders/${name}/sender.yaml`, description, problems: [] };
}

function broken(name: string): NamedSender {
  return { ...made(name), description: null, problems: [{ line: 3, message: "home: Invalid URL" }] };
}

const ours = [made("gitea", { aliases: ["forgejo", "gogs"] }), made("uptimekuma"), made("grafana")];

test("an operator's tools come first, and replace Parley's of the same name", () => {
  const { descriptions, own, problems } = senderSet(ours, [made("grafana", { label: "Mine" }), made("mytool")]);
  expect([...descriptions].map(([name, { name: label }]) => [name, label])).toEqual([
    ["grafana", "Mine"],
    ["mytool", "mytool"],
    ["gitea", "gitea"],
    ["uptimekuma", "uptimekuma"],
  ]);
  expect([...own]).toEqual(["grafana", "mytool"]);
  expect(problems).toEqual([]);
});

test.each([
  ["slack", `the name "slack" is Parley's own: rename the folder`],
  ["git-hub", `the name "git-hub" is Parley's own: rename the folder`],
  ["standard", `the name "standard" is Parley's own: rename the folder`],
  ["embed-builder", `the name "embed-builder" is Parley's own: rename the folder`],
  ["uptime-kuma", 'the name "uptime-kuma" is taken by uptimekuma: name the folder uptimekuma to replace that tool'],
  ["my-tool", 'the name "my-tool" is taken by mytool: rename the folder'],
  ["mytool.yaml", "a tool is a folder: move this file to mytool/sender.yaml"],
  ["My_Tool", expect.stringContaining('the folder "My_Tool" must be named with')],
  ["..", expect.stringContaining('the folder ".." must be named with')],
  ["x".repeat(41), expect.stringContaining("at most 40")],
])("the folder %s isn't used, and the others are", (name, message) => {
  const { descriptions, problems } = senderSet(ours, [made("mytool"), made(name), made("zulu")]);
  expect(problems).toEqual([{ file: `/data/senders/${name}/sender.yaml`, line: 1, message, effect: "It isn't used." }]);
  expect([...descriptions.keys()]).toEqual(["mytool", "zulu", "gitea", "uptimekuma", "grafana"]);
});

test("a folder has its name even if it's an alias of Parley's, but its aliases take no one's name", () => {
  const own = [made("forgejo"), made("zulu", { aliases: ["chat", "gogs", "uptime-kuma"] })];
  const { descriptions, problems } = senderSet(ours, own);
  expect(descriptions.get("gitea")?.aliases).toEqual(["gogs"]);
  expect(descriptions.get("zulu")?.aliases).toEqual(["chat"]);
  expect(problems.map(({ message }) => message)).toEqual([
    'aliases: "gogs" is taken by gitea',
    'aliases: "uptime-kuma" is taken by uptimekuma',
  ]);
});

test("a broken file keeps its name, unless Parley has a description for it", () => {
  const { descriptions, broken: names, problems } = senderSet(ours, [broken("grafana"), broken("mytool")]);
  expect([...names]).toEqual(["mytool"]);
  expect(descriptions.get("grafana")?.name).toBe("grafana");
  expect(problems.map(({ effect }) => effect)).toEqual([
    "Parley's own description of this tool is used.",
    "What is posted to /mytool becomes plain cards.",
  ]);
});
