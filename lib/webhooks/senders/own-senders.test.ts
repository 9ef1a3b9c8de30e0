import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withOwnSenders } from "@/lib/webhooks/senders/descriptions";
import { type KnownSenders, readOwnSenders } from "@/lib/webhooks/senders/own-senders";

let folder: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), "parley-senders-")), "senders");
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

function yamlOf(label: string, more = ""): string {
  return `name: ${label}
home: https://tool.example
steps: ["{url}", b, c]
recognize: [{ has: { id: "" } }]
event: push
events:
  push: { subject: "{{ title }}" }
${more}`;
}

function write(name: string, text: string): string {
  mkdirSync(path.join(folder, name), { recursive: true });
  const file = path.join(folder, name, "sender.yaml");
  writeFileSync(file, text);
  return file;
}

/** Returns each tool's name, its label, and the first mistake in its file. */
function shown(known: KnownSenders) {
  return [...known.values()].map(({ sender: { name, description, problems } }) => [
    name,
    description?.name ?? null,
    problems[0] ? `${problems[0].line}: ${problems[0].message}` : null,
  ]);
}

test("a folder that appears later is noticed, and so are added, changed and removed files", async () => {
  const none = await readOwnSenders(folder);
  expect(shown(none)).toEqual([]);
  write("one", yamlOf("One"));
  write("two", yamlOf("Two"));
  const two = await readOwnSenders(folder, none);
  expect(shown(two)).toEqual([
    ["one", "One", null],
    ["two", "Two", null],
  ]);
  write("one", yamlOf("Uno"));
  const changed = await readOwnSenders(folder, two);
  expect(shown(changed)[0]).toEqual(["one", "Uno", null]);
  expect(changed.get("two")?.sender).toBe(two.get("two")?.sender);
  rmSync(path.join(folder, "one"), { recursive: true });
  const missing = await readOwnSenders(folder, changed);
  expect(shown(missing)).toContainEqual(["one", "Uno", null]);
  expect(shown(await readOwnSenders(folder, missing))).toEqual([["two", "Two", null]]);
});

test("a file that an editor deletes and writes again is never gone", async () => {
  const file = write("one", yamlOf("One"));
  const before = await readOwnSenders(folder);
  renameSync(file, `${file}~`);
  const between = await readOwnSenders(folder, before);
  write("one", yamlOf("Uno"));
  const after = await readOwnSenders(folder, between);
  expect(shown(between)).toEqual([["one", "One", null]]);
  expect(shown(after)).toEqual([["one", "Uno", null]]);
  rmSync(file);
  expect(shown(await readOwnSenders(folder, after))).toEqual([["one", "Uno", null]]);
});

test("a change with the same size and time is noticed while the file is new, and an old file isn't read again", async () => {
  const at = (file: string, time: Date) => utimesSync(file, time, time);
  const [now, old] = [new Date(), new Date(Date.now() - 60_000)];
  at(write("new", yamlOf("One")), now);
  at(write("old", yamlOf("One")), old);
  const before = await readOwnSenders(folder);
  at(write("new", yamlOf("Two")), now);
  at(write("old", yamlOf("Two")), old);
  expect(shown(await readOwnSenders(folder, before))).toEqual([
    ["new", "Two", null],
    ["old", "One", null],
  ]);
});

test("a file with a mistake keeps its last version without any until it's fixed", async () => {
  write("tool", yamlOf("Good"));
  const good = await readOwnSenders(folder);
  write("tool", yamlOf("Worse", '  tag: { subject: "{{ x | nope }}" }'));
  const worse = await readOwnSenders(folder, good);
  expect(shown(worse)).toEqual([["tool", "Good", "8: events.tag.subject: undefined filter: nope"]]);
  write("tool", "name: [");
  const worst = await readOwnSenders(folder, worse);
  expect(shown(worst)).toEqual([["tool", "Good", expect.stringMatching(/^1: the file isn't YAML/)]]);
  expect(worst.get("tool")?.sender.isOlder).toBe(true);
  write("tool", yamlOf("Better"));
  expect(shown(await readOwnSenders(folder, worst))).toEqual([["tool", "Better", null]]);
});

test("without an earlier version, the events without a mistake are used, or nothing", async () => {
  write("partly", yamlOf("Partly", '  tag: { subject: "{{ x | nope }}" }'));
  write("wholly", "name: Wholly");
  expect(shown(await readOwnSenders(folder))).toEqual([
    ["partly", "Partly", "8: events.tag.subject: undefined filter: nope"],
    ["wholly", null, expect.stringMatching(/^1: /)],
  ]);
});

test("links are followed, and what isn't a small file is named once without stopping the others", async () => {
  const file = write("linked", yamlOf("Linked"));
  renameSync(file, path.join(folder, "..", "elsewhere"));
  symlinkSync(path.join(folder, "..", "elsewhere"), file);
  write("large", `${yamlOf("Large")}# ${"x".repeat(64 * 1024)}`);
  mkdirSync(path.join(folder, "directory", "sender.yaml"), { recursive: true });
  mkdirSync(path.join(folder, "empty"));
  mkdirSync(path.join(folder, "..data"));
  writeFileSync(path.join(folder, "loose.yaml"), yamlOf("Loose"));
  const known = await readOwnSenders(folder);
  expect(shown(known)).toEqual([
    ["directory", null, "1: the file can't be read: it isn't a file"],
    ["large", null, "1: the file can't be read: it has more than 64 KiB"],
    ["linked", "Linked", null],
    ["loose.yaml", "Loose", null],
  ]);
  const again = await readOwnSenders(folder, known);
  for (const [name, { sender }] of known) expect(again.get(name)?.sender).toBe(sender);
});

test("a file with keys of the version before works, and they are named until they are renamed", async () => {
  const older = yamlOf("Older").replace("recognize:", "recognise:").replace("subject:", "title:");
  write("tool", older);
  const known = await readOwnSenders(folder);
  const { sender } = known.get("tool") ?? {};
  expect(sender).toMatchObject({ description: { events: { push: { subject: "{{ title }}" } } }, problems: [] });
  const { former } = withOwnSenders(sender ? [sender] : []);
  expect(former).toEqual([{ file: path.join(folder, "tool", "sender.yaml"), keys: ["recognise", "title"] }]);
  write("tool", yamlOf("Newer"));
  expect((await readOwnSenders(folder, known)).get("tool")?.sender.formerKeys).toEqual([]);
});

test("an icon that Parley doesn't have is left out", async () => {
  write("one", yamlOf("One", "icon: nothing"));
  write("two", yamlOf("Two", "icon: gitea"));
  const known = await readOwnSenders(folder);
  expect([...known.values()].map(({ sender }) => sender.description?.icon)).toEqual([undefined, "gitea"]);
});

test("beyond the 200th tool, one message says that the others aren't read", async () => {
  for (let index = 0; index < 203; index += 1) write(`tool-${1000 + index}`, "name: Tool");
  const known = await readOwnSenders(folder);
  expect(shown(known).slice(199)).toEqual([
    ["tool-1199", null, expect.stringContaining("home")],
    ["tool-1200", null, "1: only the first 200 tools are read"],
  ]);
});
