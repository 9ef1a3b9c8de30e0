import { expect, test } from "vitest";
import { filterSchema, pageSchema, threadReadSchema } from "@/lib/messages/schema";

test.each([
  [{}, { at: "latest" }],
  [{ before: "7" }, { at: "before", seq: 7 }],
  [{ after: "0" }, { at: "after", seq: 0 }],
  [{ around: "12" }, { at: "around", seq: 12 }],
  [{ around: "-240000000000000" }, { at: "around", seq: -240_000_000_000_000 }],
])("%o asks for %o", (query, page) => {
  expect(pageSchema.parse(query)).toEqual(page);
});

test.each([{ before: "x" }, { after: `${-(2 ** 60)}` }, { around: "1.5" }, { before: `${2 ** 60}` }])(
  "%o is refused",
  (query) => {
    expect(pageSchema.safeParse(query).success).toBe(false);
  },
);

test.each([
  [{ around: "12" }, null],
  [{ show: "people" }, { by: "people" }],
  [{ webhook: "117441049634277085" }, { by: "webhook", webhookId: "117441049634277085" }],
  [
    { webhook: "117441049634277085", show: "people" },
    { by: "webhook", webhookId: "117441049634277085" },
  ],
])("%o filters by %o", (query, filter) => {
  expect(filterSchema.parse(query)).toEqual(filter);
});

test.each([
  { show: "webhooks" },
  { webhook: "" },
  { webhook: "CI" },
  { webhook: "9223372036854775808" },
  { webhook: ["1"] },
])("%o isn't a filter", (query) => {
  expect(filterSchema.safeParse(query).success).toBe(false);
});

test.each([null, "5", true, [], {}, 1.5, 2 ** 60, -(2 ** 60)])("a thread's read position can't be %o", (seq) => {
  expect(threadReadSchema.safeParse({ seq }).success).toBe(false);
});
