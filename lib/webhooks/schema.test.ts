import { expect, test } from "vitest";
import { checkPayload } from "@/lib/webhooks/schema";

test("every problem of a payload is reported at its path with the endpoint's error", () => {
  const { post, problems } = checkPayload({
    content: 5,
    embeds: [
      { title: "t".repeat(257), author: { url: "https://example.com" } },
      { image: { url: "x" }, color: "red" },
    ],
  });
  expect(post).toBeNull();
  expect(problems).toEqual([
    { path: ["content"], message: "must be a string", code: "misshapen" },
    { path: ["embeds", 0, "title"], message: "can have at most 256 characters", code: "invalid" },
    { path: ["embeds", 0, "author", "name"], message: "is required and can't be empty", code: "invalid" },
    { path: ["embeds", 1, "color"], message: "must be an integer from 0 to 16777215", code: "misshapen" },
    { path: ["embeds", 1, "image", "url"], message: "must be an http:// or https:// URL", code: "invalid" },
  ]);
});

test("an empty payload is a problem of the whole", () => {
  expect(checkPayload({ content: " " }).problems).toEqual([
    {
      path: [],
      message: "There is nothing to post. Add content or embeds.",
      code: "empty",
    },
  ]);
});

test("a valid payload becomes the message that would be posted", () => {
  expect(checkPayload({ embeds: [{ title: "t", color: "5" }, {}] })).toMatchObject({
    post: { embeds: [{ title: "t", color: 5 }] },
    problems: [],
  });
});
