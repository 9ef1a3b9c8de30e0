import { describe, expect, test } from "vitest";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { hiddenFailure, outcomeChanged, shownDeliveries } from "./deliveries";
import { canSendAgain, lacksPayload, originName, outcome } from "./describe-delivery";

function delivery(id: string, status = 200, fields: Partial<DeliveryDto> = {}): DeliveryDto {
  return {
    id,
    createdAt: "2026-11-20T00:00:00.000Z",
    sender: "Parley",
    event: null,
    method: "POST",
    status,
    reason: null,
    durationMs: 3,
    size: 20,
    origin: "sender",
    sentBy: null,
    message: null,
    hasPayload: false,
    ...fields,
  };
}

const ids = (deliveries: DeliveryDto[]) => deliveries.map(({ id }) => id);

describe("the deliveries shown", () => {
  const latest = [delivery("3"), delivery("2", 400), delivery("1", 503)];

  test("are the latest ones, filtered by outcome", () => {
    expect(ids(shownDeliveries(latest, "all", null))).toEqual(["3", "2", "1"]);
    expect(ids(shownDeliveries(latest, "failed", null))).toEqual(["2", "1"]);
    expect(ids(shownDeliveries(latest, "succeeded", null))).toEqual(["3"]);
  });

  test("include the open one, even after it has left the log", () => {
    expect(ids(shownDeliveries(latest, "failed", delivery("2", 400)))).toEqual(["2", "1"]);
    expect(ids(shownDeliveries(latest, "all", delivery("0", 400)))).toEqual(["3", "2", "1", "0"]);
  });
});

test("a failure is pointed out once eight successes have pushed it out of view", () => {
  const after = (count: number) => [
    ...Array.from({ length: count }, (_, index) => delivery(`${index}`)),
    delivery("f", 400),
  ];
  expect(hiddenFailure(after(7))).toBeNull();
  expect(hiddenFailure(after(8))?.id).toBe("f");
  expect(hiddenFailure([delivery("g", 503), ...after(20)])).toBeNull();
  expect(hiddenFailure([delivery("1")])).toBeNull();
});

describe("reloading the log", () => {
  test("also reloads the webhook's state when a failure came or ended", () => {
    expect(outcomeChanged([delivery("1")], [delivery("2", 400), delivery("1")])).toBe(true);
    expect(outcomeChanged([delivery("1", 400)], [delivery("2", 429), delivery("1", 400)])).toBe(true);
    expect(outcomeChanged([delivery("1", 400)], [delivery("1", 400)])).toBe(false);
    expect(outcomeChanged([], [delivery("1")])).toBe(false);
    expect(outcomeChanged([delivery("1")], [delivery("2", 403), delivery("1")])).toBe(false);
    expect(outcomeChanged([delivery("1", 400)], [delivery("2"), delivery("1", 400)])).toBe(true);
  });
});

describe("a delivery's description", () => {
  test("names the outcome", () => {
    expect([200, 400, 429, 503].map((status) => outcome({ status, method: "POST" }))).toEqual([
      "Posted",
      "Rejected",
      "Rejected",
      "Failed",
    ]);
    expect(outcome({ status: 202, method: "POST" })).toBe("Skipped");
    expect(outcome({ status: 200, method: "PATCH" })).toBe("Edited");
    expect(outcome({ status: 204, method: "DELETE" })).toBe("Deleted");
  });

  test("says if it was resent rather than sent by the sender", () => {
    expect(originName({ origin: "sender" })).toBeNull();
    expect(originName({ origin: "replay" })).toBe("Resent");
  });

  test("offers to resend a post whose payload is stored, rejected or not", () => {
    expect(canSendAgain(delivery("1", 400, { hasPayload: true }))).toBe(true);
    expect(canSendAgain(delivery("1", 200, { hasPayload: true }))).toBe(true);
    expect(canSendAgain(delivery("1", 400))).toBe(false);
    expect(canSendAgain(delivery("1", 400, { hasPayload: true, method: "PATCH" }))).toBe(false);
  });

  test("says that a payload wasn't stored only if there was one", () => {
    expect(lacksPayload(delivery("1"))).toBe(true);
    expect(lacksPayload(delivery("1", 200, { hasPayload: true }))).toBe(false);
    expect(lacksPayload(delivery("1", 204, { method: "DELETE", size: 0 }))).toBe(false);
  });
});
