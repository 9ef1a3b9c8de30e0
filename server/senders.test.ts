import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { checkSenders, tryPayload } from "@/server/senders";

let dataDir = "";
beforeEach(() => {
  dataDir = temporaryDirectory("parley-senders-");
  vi.stubEnv("DATA_DIR", dataDir);
});
afterEach(() => {
  vi.unstubAllEnvs();
  removeDataDir(dataDir);
});

const YAML = `name: Brew Bot
home: https://brew.example
steps: ["Paste {url}", b, c]
recognize:
  - { has: { brew_id: "", kettle: "" } }
headers: [x-brew-event]
event: "{{ headers.x_brew_event }}"
tables: { tones: { ready: good, else: bad } }
events:
  brewed:
    skip: "{% if minutes < 1 %}brews under a minute{% endif %}"
    place: "{{ place }}"
    subject: "{{ kettle }}"
    state: "{{ state }}"
    tone: "{{ state | lookup: tables.tones }}"
    url: "{{ page }}"
    body: |-
      **{{ minutes }}** minutes

      {{ note }}
    facts:
      - { name: Cups, value: "{{ cups }}", kind: number }
    update_key: "{{ brew_id }}"
`;

function write(yaml: string, name = "brew"): string {
  const folder = path.join(dataDir, "senders", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "sender.yaml"), yaml);
  return path.join(folder, "sender.yaml");
}

function payload(value: object): string {
  const file = path.join(dataDir, "payload.json");
  writeFileSync(file, JSON.stringify(value));
  return file;
}

const BODY = { brew_id: 7, kettle: "Blue", state: "failed", minutes: 4, note: "Too *hot*", cups: 3, place: "Kitchen" };
const CARD = [
  "",
  "Card",
  "  Tool: Brew Bot",
  "  Place: Kitchen",
  "  State: Failed (bad, open)",
  "  Subject: Blue",
  "  Link: https://brew.example/7",
  "  Text:",
  "    **4** minutes",
  "",
  "    Too \\*hot\\*",
  "  Fact Cups (number): 3",
  "  Update key: Brew Bot 7",
];

test("a payload, alone or as a fixture, is shown as the card that it becomes", async () => {
  const file = write(YAML);
  const body = { ...BODY, page: "https://brew.example/7" };
  const headers = { "x-brew-event": "brewed" };
  const lines = ["Recognized at /json: yes", "Event: brewed", ...CARD];
  expect(await tryPayload(file, payload(body), headers)).toEqual({ lines, isFine: true });
  expect(await tryPayload(file, payload({ source: "x", headers, body }), {})).toEqual({ lines, isFine: true });
  expect(await tryPayload(file, payload({ headers, raw: JSON.stringify(body) }), {})).toEqual({ lines, isFine: true });
  const alike = await tryPayload(file, payload({ ...body, source: "x", headers: {}, body: {} }), headers);
  expect(alike).toEqual({ lines, isFine: true });
  expect((await tryPayload(file, payload({ headers, form: { kettle: "Red", brew_id: "1" } }), {})).lines).toContain(
    "  Subject: Red",
  );
});

test("an example is shown as the card that it becomes, with headers from the command over its own", async () => {
  const file = write(YAML);
  const example = path.join(dataDir, "ready.md");
  const body = JSON.stringify({ ...BODY, page: "https://brew.example/7" }, null, 2);
  writeFileSync(example, `Made up.\n\n\`\`\`http\nX-Brew-Event: brewed\n\`\`\`\n\n\`\`\`json\n${body}\n\`\`\`\n`);
  const lines = ["Recognized at /json: yes", "Event: brewed", ...CARD];
  expect(await tryPayload(file, example, {})).toEqual({ lines, isFine: true });
  expect((await tryPayload(file, example, { "x-brew-event": "emptied" })).lines).toContain("Event: emptied");
});

test("a skipped event names its rule, and what isn't described is shown as a plain card", async () => {
  const file = write(YAML);
  const skipped = await tryPayload(file, payload({ ...BODY, minutes: 0 }), { "x-brew-event": "brewed" });
  expect(skipped.lines).toEqual(["Recognized at /json: yes", "Event: brewed", "Skipped: brews under a minute"]);
  const other = await tryPayload(file, payload({ title: "Out of tea" }), { "x-brew-event": "emptied" });
  expect(other.lines).toEqual([
    "Recognized at /json: no, because no entry of `recognize` fits",
    "Event: emptied",
    'The event "emptied" isn\'t described, so it becomes a plain card.',
    "",
    "Card",
    "  Tool: Brew Bot",
    "  Event: Emptied",
    "  Subject: Out of tea",
  ]);
});

test("a better match of another tool, a failing template and mistakes are named", async () => {
  const other = write(YAML.replace("has: {", 'headers: { x-brew-event: "" }, has: {'), "other");
  const file = write(
    `${YAML}  slow: { subject: "{% for a in (1..20000) %}{{ a }}{% endfor %}" }\n  wrong: { subject: "{{ a | nope }}" }\n`,
  );
  const { lines, isFine } = await tryPayload(file, payload(BODY), { "x-brew-event": "slow" });
  expect(isFine).toBe(false);
  expect(lines).toEqual([
    `${file}:25: events.wrong.subject: undefined filter: nope`,
    "",
    "Recognized at /json: no, as other, which fits better",
    expect.stringContaining("The template failed, so it becomes a plain card: "),
  ]);
  expect((await tryPayload(other, payload(BODY), {})).isFine).toBe(true);
});

test("without files, Parley's and the operator's are checked, also for names that collide", async () => {
  expect(await checkSenders([])).toMatchObject({ isFine: true });
  const [slack, brew] = [write(YAML, "slack"), write(YAML.replace("name:", "aliases: [gitea]\nname:"))];
  const { lines, isFine } = await checkSenders([]);
  expect(isFine).toBe(false);
  expect(lines).toEqual([
    `${slack}:1: the name "slack" is Parley's own: rename the folder`,
    `${brew}:1: aliases: "gitea" is taken by gitea`,
    "",
    expect.stringMatching(/^\d+ files checked, 2 mistakes\.$/),
  ]);
});

test.each([
  ["recognize:", "recognises:", 'the file: Unrecognized key: "recognises"', 4],
  ["subject:", "title:", "title: the next version won't read this key", 13],
  ["{{ kettle }}", "{% if %}", "events.brewed.subject: ", 13],
  ["{{ note }}", "{{ note | nope }}", "events.brewed.body: undefined filter: nope", 20],
  ["Paste {url}", "Paste it", "steps: none of them says where to paste {url}", 3],
  ["headers: [x-brew-event]\n", "", "headers: add x-brew-event to the list, because a template reads it", 6],
  ["headers:", "icon: teapot\nheaders:", "icon: no folder of Parley's tools has teapot.svg", 6],
])("a file in which %j is %j is refused with its line", async (text, changed, message, line) => {
  const file = write(YAML.replace(text, changed));
  const { lines, isFine } = await checkSenders([file]);
  expect(isFine).toBe(false);
  expect(lines).toContainEqual(expect.stringContaining(`${file}:${line}: ${message}`));
});

test("a file that isn't there is named", async () => {
  const file = path.join(dataDir, "nothing.yaml");
  const sentence = `Can't read ${file} (there is no such file). Check its path.`;
  await expect(checkSenders([file])).rejects.toThrow(sentence);
  await expect(tryPayload(file, file, {})).rejects.toThrow(sentence);
});
