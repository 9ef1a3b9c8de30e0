import { describe, expect, test } from "vitest";
import type { Embed } from "@/lib/messages/dto";
import type { ThingFacts } from "@/lib/messages/thing-report";
import { factsIn, mergeReport } from "@/lib/messages/things/registers";
import { examplesOf } from "@/lib/testing/examples";
import { compileSender } from "@/lib/webhooks/interpret/described/compile";
import { payloadOf } from "@/lib/webhooks/interpret/described/example";
import { makeMessages, templateHeaders } from "@/lib/webhooks/interpret/described/make-messages";
import { composeLine, factsOf } from "@/lib/webhooks/interpret/things";
import { NOTE } from "@/lib/webhooks/interpret/within-limits";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { toolOf, toPost } from "@/lib/webhooks/senders/tool-sender";

const alone = { watched: {}, mayBeOpen: true };

const compose = (facts: ThingFacts, watched: ThingFacts = {}) => composeLine(facts, { watched, mayBeOpen: true });

function cardsOf(tool: string): [name: string, embed: Embed][] {
  const description = descriptions().get(tool);
  if (!description) throw new Error(`There is no tool called ${tool}.`);
  const sender = compileSender(description);
  return examplesOf(tool).flatMap(({ name, ...example }) => {
    const headers = templateHeaders(description, (header) => example.headers[header]);
    const { result, tool: by } = makeMessages(sender, { payload: payloadOf(example), headers });
    const messages = result.kind === "messages" ? result.messages : [];
    return messages.flatMap((message) =>
      toPost(message, toolOf(description, by), false).embeds.flatMap((embed): [string, Embed][] =>
        embed.card?.subject === undefined ? [] : [[name, embed]],
      ),
    );
  });
}

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each([...descriptions().keys()])("%s", (tool) => {
  test("the facts of its cards, kept as registers, compose the same cards", () => {
    for (const [name, embed] of cardsOf(tool)) {
      const report = { at: "2026-05-01T10:00:00Z", facts: factsOf(embed) };
      const kept = factsIn(mergeReport({}, report, "2026-05-01T10:00:00Z"));
      const isShortened = embed.footer?.text?.includes(NOTE);
      const composed = composeLine(kept, alone);
      if (isShortened) expect(composed.title, name).toBe(embed.title);
      else expect(asStored(composed), name).toEqual(asStored(embed));
    }
  });
});

const open = { word: "Open", tone: "progress", open: false } as const;
const approved = { word: "Approved", tone: "good", open: false } as const;
const changes = { word: "Changes requested", tone: "warning", open: false } as const;
const passed = { tone: "good", word: "passed" } as const;
const running = { tone: "progress", word: "running" } as const;
const failed = { tone: "bad", word: "failed", url: "https://ci.example/1" } as const;

test.each([
  ["open, without reviews", { state: open }, "Open"],
  ["approved by all", { state: open, "review ada": approved, "review bob": approved }, "Approved"],
  ["one asks for changes", { state: open, "review ada": approved, "review bob": changes }, "Changes requested"],
  ["a dismissed review", { state: open, "review ada": null }, "Open"],
  ["a draft", { state: { ...open, word: "Draft" }, "review ada": approved }, "Draft"],
  ["merged", { state: { word: "Merged", tone: "done", open: false }, "review ada": changes }, "Merged"],
] satisfies [string, ThingFacts, string][])("the chip of a request: %s", (_, facts, word) => {
  expect(compose({ subject: "x", ...facts }).card?.state?.word).toBe(word);
});

test.each([
  [{}, undefined],
  [{ "check a": passed, "check b": running, "check c": passed }, "2 of 3 checks passed"],
  [{ "check a": passed }, "1 of 1 check passed"],
  [{ "check a": passed, "check b": { tone: "none", word: "skipped" } }, "1 of 1 check passed"],
  [{ "check lint": failed, "check b": running }, "lint failed"],
  [{ "check lint": failed, "check test": failed, "check b": passed }, "2 checks failed: lint, test"],
] satisfies [ThingFacts, string | undefined][])("the checks %j are summed up as %s", (watched, summary) => {
  expect(compose({ subject: "x" }, watched).card?.summary).toBe(summary);
});

test("a thousand failed checks stay a line, and a summary of its own leaves them a field", () => {
  const many: ThingFacts = {};
  for (let index = 0; index < 1000; index += 1) many[`check c${index}`] = failed;
  expect(compose({ subject: "x" }, many).card?.summary).toMatch(/^1000 checks failed: c0, c1, .* and \d+ more$/);
  const both = compose({ subject: "x", summary: "own" }, { "check lint": failed });
  expect(both.card?.summary).toBe("own");
  expect(both.fields).toEqual([{ name: "Checks", value: "lint failed", inline: true }]);
});

test("a run names the jobs that failed", () => {
  const facts: ThingFacts = { subject: "CI", "job lint": failed, "job test": passed, "job _x_": failed };
  expect(compose(facts).fields).toEqual([
    { name: "Failed jobs", value: "[\\_x\\_](https://ci.example/1), [lint](https://ci.example/1)", inline: true },
  ]);
});

test("a state is open only on what may be its group's incident", () => {
  const state = { word: "Failed", tone: "bad", open: true } as const;
  expect(composeLine({ subject: "x", state }, alone).card?.state?.open).toBe(true);
  expect(composeLine({ subject: "x", state }, { watched: {}, mayBeOpen: false }).card?.state?.open).toBe(false);
});

test("fields come in their order, then by name", () => {
  const facts: ThingFacts = {
    subject: "x",
    "field B": { value: "b" },
    "field A": { value: "a" },
    "field Last": { value: "l", order: 2 },
    "field First": { value: "f", order: 1 },
    "field Gone": null,
  };
  expect(compose(facts).fields?.map(({ name }) => name)).toEqual(["First", "Last", "A", "B"]);
});
