import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dump, load } from "js-yaml";
import { describe, expect, test, vi } from "vitest";
import { examplesOf } from "@/lib/testing/examples";
import { compiled } from "@/lib/webhooks/interpret/described/compile";
import { payloadOf } from "@/lib/webhooks/interpret/described/example";
import { cleanCard, readCard } from "@/lib/webhooks/interpret/own-cards/read-card";
import { applyCard } from "@/lib/webhooks/interpret/own-cards/use-card";
import { descriptions } from "@/lib/webhooks/senders/descriptions";

const card = (title: string) => `name: Own\nevent: card\nevents:\n  card:\n    title: '${title}'\n`;

/** The description of one of our tools, without aliases. */
function ours(name: string): string {
  const yaml = readFileSync(join(process.cwd(), "lib/webhooks/tools", name, "sender.yaml"), "utf8");
  return dump(load(yaml), { noRefs: true });
}

async function titleOf(template: string, payload: object): Promise<string | undefined> {
  const { card: own, problems } = await readCard(card(template));
  if (!own) throw new Error(problems[0]?.message);
  const result = await applyCard(own, { payload, sent: payload });
  if (result.kind === "failed") throw new Error(result.reason);
  return result.kind === "messages" ? result.messages[0]?.embeds[0]?.title : undefined;
}

test.each([...descriptions().keys()])("the description of %s can be imported as a card", async (name) => {
  expect((await readCard(ours(name))).problems).toEqual([]);
  const { yaml, remarks } = await cleanCard(ours(name));
  expect(remarks).toContain("recognise was left out: a webhook's own card doesn't use it.");
  expect((await readCard(yaml)).problems).toEqual([]);
});

test.each([...descriptions()])("members' limits leave the cards of %s as they are", async (name, description) => {
  const { card: own } = await readCard(ours(name));
  if (!own) throw new Error("It can't be imported.");
  for (const example of examplesOf(name)) {
    const payload = payloadOf(example);
    if (typeof payload !== "object") continue;
    const request = { payload, sent: payload };
    const expected = await applyCard(compiled(description), request);
    // The time limit can be exceeded while the machine is busy with other tests.
    await vi.waitFor(async () => expect(await applyCard(own, request), example.name).toEqual(expected), {
      timeout: 4_000,
    });
  }
});

describe("a card can't have", () => {
  test.each([
    ["tags that read files or loop without end", "{% include x %}", /line 5.*tag "include" not found/i],
    ["tables", "{% tablerow i in l %}{% endtablerow %}", /tag "tablerow" not found/],
    ["filters that make JSON", "{{ a | json }}", /undefined filter: json/],
    ["filters that read templates", '{{ a | where_exp: "x", "x.y" }}', /undefined filter: where_exp/],
    ["dates of any format", '{{ a | date: "%Y" }}', /undefined filter: date/],
  ])("%s", async (_, template, message) => {
    const { problems } = await readCard(card(template));
    expect(problems.map((each) => `line ${each.line}: ${each.message}`).join("\n")).toMatch(message);
  });
});

test("a mistake is named with its line, and at most five are", async () => {
  expect((await readCard("name: [")).problems).toMatchObject([
    { line: 1, message: expect.stringMatching(/isn't YAML/) },
  ]);
  expect((await readCard("- a")).problems).toMatchObject([{ line: 1 }]);
  expect((await readCard(card("{{ a | b }}"))).problems).toMatchObject([{ line: 5 }]);
  const fields = Array.from({ length: 20 }, () => "      - { name: '{{ a | b }}', value: x }").join("\n");
  expect((await readCard(`${card("x")}    fields:\n${fields}`)).problems).toHaveLength(5);
  expect((await readCard("a: &a [1]\nname: *a")).problems).toMatchObject([{ message: expect.stringMatching(/alias/) }]);
});

test("a card reads only a payload's own values", async () => {
  expect(await titleOf("x{{ payload.constructor }}{{ payload.__proto__ }}{{ a.length }}", { a: {} })).toBe("x");
  expect(await titleOf("{{ a.size }} {{ a | first }}", { a: ["b", "c"] })).toBe("2 b");
});

test("the filters that are replaced work as LiquidJS's", async () => {
  const payload = { s: "  a-b-a ", l: ["x", "y"], n: null };
  expect(await titleOf('<{{ s | strip | replace: "a", "c" }}>', payload)).toBe("<c-b-c>");
  expect(await titleOf('{{ l | join: "+" }} {{ l | join }}', payload)).toBe("x+y x y");
  expect(await titleOf('{{ s | strip | split: "-" | last }}{{ n | default: "none" }}', payload)).toBe("anone");
  expect(await titleOf('{% if s contains "b" and l contains "x" %}both{% endif %}', payload)).toBe("both");
});

test("mentions and markup in a payload stay text", async () => {
  const { card: own } = await readCard("name: Own\nevent: card\nevents: { card: { description: '{{ a }} <@123>' } }");
  const payload = { a: "**b** <@456> @everyone" };
  const result = own && (await applyCard(own, { payload, sent: payload }));
  expect(result).toMatchObject({
    messages: [{ embeds: [{ description: "\\*\\*b\\*\\* \\<\\@456\\> \\@everyone <@\u200b123>" }] }],
  });
});

test("secrets that are masked in the payload don't get into a remark", async () => {
  const { card: own } = await readCard("name: Own\nevent: card\nevents: { card: { title: a, remark: '{{ key }}' } }");
  const result = own && (await applyCard(own, { payload: { key: "•••" }, sent: { key: "secret" } }));
  expect(result).toMatchObject({ messages: [{ remark: "•••" }] });
});
