import { expect, test } from "vitest";
import { problemSentence } from "@/lib/webhooks/payload/problem";
import { checkPayload } from "@/lib/webhooks/schema";
import { countIn, problemFinder } from "./problems";

const { problems } = checkPayload({
  embeds: [{ url: "x", fields: [{ name: "n" }] }, { url: `https://${" ".repeat(3000)}` }],
});

test("a problem is shown at its field, in the validator's words", () => {
  const problemOf = problemFinder(problems);
  expect(problemOf("embeds[0].url")).toBe("Must be an http:// or https:// URL.");
  expect(problemOf("embeds[0].fields[0].value")).toBe("Is required and can't be empty.");
  expect(problemOf("embeds[0].title")).toBeNull();
});

test("the first of several problems with a field is shown, as the endpoint does", () => {
  expect(problemFinder(problems)("embeds[1].url")).toBe("Can have at most 2048 characters.");
});

test("an embed counts the problems inside it", () => {
  expect(countIn(problems, 0)).toBe(2);
  expect(countIn(problems, 2)).toBe(0);
});

test("the full sentence is the endpoint's", () => {
  expect(problems.map(problemSentence)[0]).toBe("embeds[0].url must be an http:// or https:// URL.");
  const sentences = (payload: unknown) => checkPayload(payload).problems.map(problemSentence);
  expect(sentences([])).toEqual(["The body must be a JSON object."]);
  expect(sentences({})).toEqual(["There is nothing to post. Add content or embeds."]);
});
