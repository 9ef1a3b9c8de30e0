import { expect, test } from "vitest";
import { aMessage } from "@/lib/testing/message";
import { matches } from "./muted";

const ci = aMessage();
const ada = aMessage({ author: { kind: "user", id: "9", name: "Ada", avatarUrl: null } });
const unknown = aMessage({ author: { kind: "webhook", id: null, name: "Unknown", avatarUrl: null } });

test.each([
  [null, [true, true, true]],
  [{ by: "people" }, [false, true, false]],
  [{ by: "webhook", webhookId: "9" }, [true, false, false]],
  [{ by: "webhook", webhookId: "10" }, [false, false, false]],
] as const)("the filter %o matches %o", (filter, shown) => {
  expect([ci, ada, unknown].map((message) => matches(filter, message))).toEqual(shown);
});
