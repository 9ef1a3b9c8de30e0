import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CARD_SEVERITIES, FACT_KINDS, STATE_TONES } from "@/lib/messages/dto";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { markdownFilters, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { withKeysOfToday } from "@/lib/webhooks/interpret/described/older-keys";
import { compile, contextOf, Patience } from "@/lib/webhooks/interpret/described/templates";
import { checkSenders, tryPayload } from "@/server/senders";

// Everything that docs/senders.md shows is tried, and everything that a file can contain is in it.

const page = readFileSync("docs/senders.md", "utf8");

/** Returns the part of the page with this heading. */
function section(heading: string): string {
  return page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

/** Returns the keys in a section's tables, and whether each is bold. */
function keysIn(heading: string): Record<string, boolean> {
  const rows = section(heading).matchAll(/^\| (\*\*)?`(\w+)`(?:\*\*)? +\|/gm);
  return Object.fromEntries([...rows].map(([, bold, key]) => [key, bold !== undefined]));
}

type Schema = {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema;
};

const root: Schema = JSON.parse(readFileSync("lib/webhooks/tools/sender.schema.json", "utf8"));

/** Returns the schema's keys, and whether each is required. Alternatives are put together, and require nothing. */
function keysOf({ properties, required = [], items, anyOf, oneOf }: Schema): Record<string, boolean> {
  if (items) return keysOf(items);
  const either = anyOf ?? oneOf;
  const names = either ? either.flatMap((each) => Object.keys(keysOf(each))) : Object.keys(properties ?? {});
  return Object.fromEntries(names.map((name) => [name, !either && required.includes(name)]));
}

const { recognize = {}, signature = {}, delivery = {}, handshake = {}, events = {} } = root.properties ?? {};
const message = events.additionalProperties ?? {};

test.each([
  ["The file", root],
  ["recognize", recognize],
  ["signature", signature],
  ["delivery", delivery],
  ["handshake", handshake],
  ["events", message],
  ["facts", message.properties?.facts ?? {}],
  ["labels", message.properties?.labels ?? {}],
  ["links", message.properties?.links ?? {}],
  ["jobs", message.properties?.jobs ?? {}],
])("the section %s has exactly the keys of the schema, and the required ones are bold", (heading, schema) => {
  expect(Object.keys(keysOf(schema)).length).toBeGreaterThan(1);
  expect(keysIn(heading)).toEqual(keysOf(schema));
});

test("the row of the person names its keys, and those of tones, severities and kinds name all", () => {
  const rowOf = (key: string, heading = "events") => new RegExp(`^\\| \`${key}\` .*`, "m").exec(section(heading))?.[0];
  for (const name of Object.keys(keysOf(message.properties?.person ?? {}))) {
    expect(rowOf("person")).toContain(`\`${name}\``);
  }
  for (const tone of STATE_TONES) expect(rowOf("tone")).toContain(`\`${tone}\``);
  for (const severity of CARD_SEVERITIES) expect(rowOf("severity")).toContain(`\`${severity}\``);
  for (const kind of FACT_KINDS) expect(rowOf("kind", "facts")).toContain(`\`${kind}\``);
});

test("the keys of the version before are named with those of today", () => {
  const rows = section("Keys of the version before").matchAll(/^\| `(\w+)` +\| `(\w+)` +\|/gm);
  const renamed = Object.fromEntries([...rows].map(([, before = "", today = ""]) => [before, today]));
  const keys = Object.keys(renamed).filter((key) => key !== "recognise");
  const event = Object.fromEntries(keys.map((key) => [key, ""]));
  const { value, older } = withKeysOfToday({ recognise: [], events: { a: event } });
  expect(older).toEqual(Object.keys(renamed));
  expect(Object.keys({ ...root.properties, ...message.properties })).toEqual(
    expect.arrayContaining(Object.values(renamed)),
  );
  expect(value).toEqual({ recognize: [], events: { a: Object.fromEntries(keys.map((key) => [renamed[key], ""])) } });
});

describe("filters", () => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(section("Filters")) ?? [];
  const payload: object = JSON.parse(json);
  const tables = { words: { IN_PROGRESS: "underway", else: "over" } };
  const rows = [...section("Filters").matchAll(/^\| `(\w+)` +\| `(\{.*?\})` +\| (`+) ?(.*?) ?\3 +\|$/gm)].map(
    ([, name = "", example = "", , result = ""]) => [name, example.replaceAll("\\|", "|"), result] as const,
  );

  beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-27T12:00:00Z") }));
  afterEach(() => void vi.useRealTimers());

  test("each is in the page once", () => {
    const names = rows.map(([name]) => name);
    expect(names.sort()).toEqual(
      ["digest", "parse_json", ...Object.keys(plainFilters), ...Object.keys(markdownFilters)].sort(),
    );
  });

  test.each(rows)("%s: %s gives %s", (name, example, result) => {
    expect(example).toMatch(new RegExp(`\\| ${name}\\b`));
    const template = compile(example.replaceAll("\\n", "\n"), "plain");
    const shown = template(contextOf({ ...payload, payload, tables }, new Patience()));
    expect(shown.trim().replaceAll("\n", "↵")).toBe(result);
  });
});

describe("the example", () => {
  const blocks = [...section("In five minutes").matchAll(/^( *)```(\w*)\n(.*?)^\1```/gms)].map(
    ([, indent = "", language = "", text = ""]) => ({
      language,
      text: text.replaceAll(`\n${indent}`, "\n").replace(indent, ""),
    }),
  );
  let dataDir = "";
  beforeEach(() => {
    dataDir = temporaryDirectory("parley-senders-");
    vi.stubEnv("DATA_DIR", dataDir);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    removeDataDir(dataDir);
  });

  test("has no mistakes, and becomes the card that the page shows", async () => {
    const text = (language: string) => blocks.find((block) => block.language === language)?.text ?? "";
    const [file, payload] = [path.join(dataDir, "senders/brew/sender.yaml"), path.join(dataDir, "payload.json")];
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text("yaml"));
    writeFileSync(payload, text("json"));
    expect(await checkSenders([file])).toEqual({ lines: ["1 file checked, no mistakes."], isFine: true });
    const { lines } = await tryPayload(file, payload, {});
    expect(`${lines.join("\n")}\n`).toBe(text(""));
  });
});
