import { expect, test } from "vitest";
import { documentedFields, jsonSchemaOf } from "@/lib/webhooks/docs/json-schema";
import { EMBED_LIMITS, embedSchema } from "@/lib/webhooks/payload/embed-schema";

const rows = documentedFields(jsonSchemaOf(embedSchema));
const row = (name: string) => rows.find((each) => each.name === name);

test("the limits in the table are the validator's limits", () => {
  expect(row("title")).toMatchObject({ type: "string", limit: `${EMBED_LIMITS.title} characters`, required: false });
  expect(row("url")).toMatchObject({ type: "URL", limit: "http:// or https://, 2048 characters" });
  expect(row("color")).toMatchObject({ type: "integer", limit: "0 – 16777215", example: "3066993" });
  expect(row("fields")).toMatchObject({ type: "list of objects", limit: "at most 25" });
  expect(row("timestamp")).toMatchObject({ type: "date-time", limit: "ISO 8601" });
});

test("a nested field has its full path, and is marked as required or not", () => {
  expect(row("fields[].value")).toMatchObject({ limit: "1024 characters", required: true });
  expect(row("author.name")).toMatchObject({ required: true });
  expect(row("footer.text")).toMatchObject({ required: false });
});

test("every field has a description", () => expect(rows.filter(({ description }) => description === "")).toEqual([]));
