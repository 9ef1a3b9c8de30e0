import { expect, test } from "vitest";
import type { Recognition, SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { makeRecognizer, valueAt } from "@/lib/webhooks/interpret/described/recognize";

function described(...recognize: Recognition[]): SenderDescription {
  return { name: "", home: "", steps: ["", "", ""], recognize, event: "", events: {} };
}

const recognize = makeRecognizer(
  new Map([
    ["loose", described({ has: { "build.id": "" } })],
    ["exact", described({ has: { "build.id": "^\\d+$", "build.status": "" } })],
    ["header", described({ headers: { "x-tool": "^build" } }, { has: { "tool.0": "" } })],
  ]),
);
const of = (payload: unknown, headers: Record<string, string> = {}) =>
  recognize({ payload, headers: (name) => headers[name] ?? null });

test("the description with the most matching signs is chosen", () => {
  expect(of({ build: { id: 7 } })).toBe("loose");
  expect(of({ build: { id: 7, status: null } })).toBe("exact");
  expect(of({ build: { id: "seven", status: "x" } })).toBe("loose");
  expect(of({ tool: ["x"] })).toBe("header");
});

test("a header takes precedence over any shape", () => {
  expect(of({ build: { id: 7, status: "x" } }, { "x-tool": "Build 4" })).toBe("header");
  expect(of({ build: { id: 7, status: "x" } }, { "x-tool": "other" })).toBe("exact");
});

test.each([{}, { build: "id" }, [], "build.id", null, 7, { tool: { 0: undefined } }, { tool: [] }])(
  "%j matches no description",
  (payload) => expect(of(payload)).toBeNull(),
);

test("only own properties are read", () => {
  expect(valueAt({ a: { b: [0, { c: 1 }] } }, ["a", "b", "1", "c"])).toBe(1);
  expect(valueAt({}, ["__proto__"])).toBeUndefined();
  expect(valueAt({}, ["constructor", "name"])).toBeUndefined();
  expect(valueAt([1], ["length"])).toBeUndefined();
  expect(valueAt("text", ["length"])).toBeUndefined();
  expect(valueAt({ a: 1 }, [])).toEqual({ a: 1 });
});

test("only the start of a long value is checked", () => {
  const payload = { build: { id: `7${"0".repeat(200_000)}x`, status: "" } };
  expect(of(payload)).toBe("exact");
});
