import { expect, test } from "vitest";
import { compiled } from "@/lib/webhooks/interpret/described/compile";
import { makeMessages } from "@/lib/webhooks/interpret/described/make-messages";
import { readPayload } from "@/lib/webhooks/payload/read-payload";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { BODIES, type BodyKind, bodies, suffixOf } from "@/server/bench/sections/bodies";

test.each(BODIES)("every %s is different, has the same size and is accepted by Parley", (kind) => {
  const all = bodies(kind);
  expect(new Set(all).size).toBe(all.length);
  expect(new Set(all.map((body) => Buffer.byteLength(body))).size).toBe(1);
  if (suffixOf(kind) === "") expect(() => readPayload(JSON.parse(all[63] ?? ""))).not.toThrow();
});

test("Grafana's alerts fire and are resolved under the same key, or change while they're open", () => {
  const [fires, ends, another] = madeOf("alerts", [0, 32, 64]);
  expect(ends).toEqual({ key: fires?.key, state: "Resolved" });
  expect(another?.key).not.toBe(fires?.key);
  const [one, again, other] = madeOf("alert updates", [0, 64, 1]);
  expect(again).toEqual(one);
  expect(other?.key).not.toBe(one?.key);
});

/** The update keys and states of what Parley makes of Grafana's requests. */
function madeOf(kind: BodyKind, indexes: readonly number[]) {
  const grafana = descriptions().get("grafana");
  if (!grafana) throw new Error("There's no description of Grafana.");
  return indexes.map((index) => {
    const payload: unknown = JSON.parse(bodies(kind)[index] ?? "");
    const { result } = makeMessages(compiled(grafana), { payload, headers: {} });
    const [made] = result.kind === "messages" ? result.messages : [];
    return { key: made?.update_key, state: made?.embeds[0]?.card?.state?.word };
  });
}

test("a text has 100 bytes and a large card 4 KB", () => {
  const text: { content: string } = JSON.parse(bodies("text")[0]);
  expect(Buffer.byteLength(text.content)).toBe(100);
  expect(Buffer.byteLength(bodies("large card")[0])).toBe(4096);
});
