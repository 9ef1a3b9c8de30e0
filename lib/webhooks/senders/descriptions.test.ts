import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { senderDescription } from "@/lib/webhooks/interpret/described/description";
import { readSender } from "@/lib/webhooks/interpret/described/read-sender";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { foldedName } from "@/lib/webhooks/senders/sender-names";

const folder = path.join(import.meta.dirname, "../tools");

test("the schema for editors matches the one that Parley reads sender.yaml with", async () => {
  const schema = z.toJSONSchema(senderDescription, { io: "input" });
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(path.join(folder, "sender.schema.json"));
});

test("no two of Parley's tools have a name or alias in common", () => {
  const written = [...descriptions()].flatMap(([name, { aliases = [] }]) => [name, ...aliases].map(foldedName));
  expect(written.filter((name, index) => written.indexOf(name) !== index)).toEqual([]);
});

const files = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, "sender.yaml")));

test.each(files)("%s/sender.yaml has no mistakes, and none of its aliases is taken", (name) => {
  const { description, problems } = readSender(readFileSync(path.join(folder, name, "sender.yaml"), "utf8"));
  expect(problems).toEqual([]);
  expect(descriptions().get(name)?.aliases).toEqual(description?.aliases);
});

test.each([...descriptions().keys()])("%s/sender.yaml names its schema and has no overlong lines", (name) => {
  const lines = readFileSync(path.join(folder, name, "sender.yaml"), "utf8").split("\n");
  expect(lines[0]).toBe("# yaml-language-server: $schema=../sender.schema.json");
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test.each([...descriptions()])("the templates of %s use exactly the tables it defines", (name, { tables = {} }) => {
  const yaml = readFileSync(path.join(folder, name, "sender.yaml"), "utf8");
  const read = new Set([...yaml.matchAll(/lookup: tables\.(\w+)/g)].map(([, table]) => table));
  expect([...read].sort()).toEqual(Object.keys(tables).sort());
});

test.each([...descriptions()])("the steps of %s are one line each, with complete quotes", (_name, { steps }) => {
  for (const step of steps) expect(step).not.toMatch(/\n|\{\{-|-\}\}/);
});

test("descriptions are the same after a build stored them as JSON", () => {
  const all = [...descriptions()];
  expect(JSON.parse(JSON.stringify(all))).toEqual(all);
});
