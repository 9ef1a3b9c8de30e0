import { expect, test } from "vitest";
import { readDraft } from "./json-editor";
import { toPayload, withoutEmpty } from "./payload";

test("JSON that the endpoint accepts becomes the draft", () => {
  const { draft, sentences } = readDraft('{"content": "x", "embeds": [{"title": "t"}], "tts": true}');
  expect(draft && withoutEmpty(toPayload(draft))).toEqual({ content: "x", embeds: [{ title: "t" }] });
  expect(sentences).toEqual([]);
});

test("text over a limit is loaded into the form with the endpoint's error", () => {
  const { draft, sentences } = readDraft(JSON.stringify({ embeds: [{ title: "t".repeat(257) }] }));
  expect(draft?.embeds[0]?.title).toHaveLength(257);
  expect(sentences).toEqual(["embeds[0].title can have at most 256 characters."]);
});

test("JSON that the form can't hold leaves the form unchanged", () => {
  expect(readDraft('{"content": 5}')).toEqual({ draft: null, sentences: ["content must be a string."] });
  expect(readDraft("[]")).toEqual({ draft: null, sentences: ["The body must be a JSON object."] });
  expect(readDraft("{").sentences[0]).toMatch(/^The body must be JSON\./);
});
