import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { senderDescription } from "@/lib/webhooks/senders/described/description";
import { descriptions, readSender } from "@/lib/webhooks/senders/descriptions";

const folder = import.meta.dirname;

test("the schema for editors matches the one that Parley reads sender.yaml with", async () => {
  const schema = z.toJSONSchema(senderDescription, { io: "input" });
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(path.join(folder, "sender.schema.json"));
});

test("an invalid sender.yaml is refused with its name, line and field", () => {
  const yaml = readFileSync(path.join(folder, "grafana/sender.yaml"), "utf8");
  const lineOf = (text: string) => yaml.slice(0, yaml.indexOf(text)).split("\n").length;
  const wrong = (text: string, changed: string) => () => readSender(yaml.replace(text, changed), "grafana/sender.yaml");
  expect(wrong("\nevents:", "\nevent_templates:")).toThrow(
    `grafana/sender.yaml:${lineOf("events:")}: the file: Unrecognized key: "event_templates"`,
  );
  expect(wrong("\nhome:", "\nhome: nowhere #")).toThrow(`grafana/sender.yaml:${lineOf("home:")}: home: Invalid URL`);
  expect(() => readSender("name: x\nsteps:\n  - a\n  - b: 1\n  - c\n", "x/sender.yaml")).toThrow(
    "x/sender.yaml:4: steps.1: Invalid input: expected string, received object",
  );
  expect(() => readSender("name: x\nhome: [", "broken/sender.yaml")).toThrow('"broken/sender.yaml" (2:8)');
});

test.each(Object.keys(descriptions))("%s/sender.yaml names its schema and has no overlong lines", (name) => {
  const lines = readFileSync(path.join(folder, name, "sender.yaml"), "utf8").split("\n");
  expect(lines[0]).toBe("# yaml-language-server: $schema=../sender.schema.json");
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test.each(Object.entries(descriptions))(
  "the templates of %s use exactly the tables it defines",
  (name, { tables = {} }) => {
    const yaml = readFileSync(path.join(folder, name, "sender.yaml"), "utf8");
    const read = new Set([...yaml.matchAll(/lookup: tables\.(\w+)/g)].map(([, table]) => table));
    expect([...read].sort()).toEqual(Object.keys(tables).sort());
  },
);

test.each(Object.entries(descriptions))(
  "the steps of %s are one line each, with complete quotes",
  (_name, { steps }) => {
    for (const step of steps) expect(step).not.toMatch(/\n|\{\{-|-\}\}/);
  },
);
