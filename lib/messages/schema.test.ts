import { expect, test } from "vitest";
import { pageSchema } from "@/lib/messages/schema";

test.each([
  [{}, { at: "latest" }],
  [{ before: "7" }, { at: "before", seq: 7 }],
  [{ after: "0" }, { at: "after", seq: 0 }],
  [{ around: "12" }, { at: "around", seq: 12 }],
])("%o asks for %o", (query, page) => {
  expect(pageSchema.parse(query)).toEqual(page);
});

test.each([{ before: "x" }, { after: "-1" }, { around: "1.5" }, { before: `${2 ** 60}` }])("%o is refused", (query) => {
  expect(pageSchema.safeParse(query).success).toBe(false);
});
