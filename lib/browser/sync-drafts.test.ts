import { expect, test } from "vitest";
import { joined } from "./sync-drafts";

test("of two versions of a draft, the one that contains the other stays, or both do", () => {
  expect(joined("Hello world", "Hello")).toBe("Hello world");
  expect(joined("Hello", "Hello world")).toBe("Hello world");
  expect(joined("Hello world", "")).toBe("Hello world");
  expect(joined("From the desk\n", "From the phone")).toBe("From the desk\n\nFrom the phone");
});
