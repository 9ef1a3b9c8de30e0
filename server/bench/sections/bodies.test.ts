import { expect, test } from "vitest";
import { readPayload } from "@/lib/webhooks/payload/read-payload";
import { BODIES, bodies } from "@/server/bench/sections/bodies";

test.each(BODIES)("every %s is different, has the same size and is accepted by Parley", (kind) => {
  const all = bodies(kind);
  expect(new Set(all).size).toBe(64);
  expect(new Set(all.map((body) => Buffer.byteLength(body))).size).toBe(1);
  expect(() => readPayload(JSON.parse(all[63] ?? ""))).not.toThrow();
});

test("a text has 100 bytes and a large card 4 KB", () => {
  const text: { content: string } = JSON.parse(bodies("text")[0]);
  expect(Buffer.byteLength(text.content)).toBe(100);
  expect(Buffer.byteLength(bodies("large card")[0])).toBe(4096);
});
