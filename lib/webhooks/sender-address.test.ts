import { expect, test } from "vitest";
import { senderAddress, stepsWith } from "@/lib/webhooks/sender-address";

const url = "https://chat.example/team/webhooks/incoming/117430585659490304/aB-_";

test.each([
  ["parley", url],
  ["gitlab", `${url}/gitlab`],
  ["json", `${url}/json`],
  ["slack", `${url}/slack`],
  ["discord", "https://chat.example/team/api/webhooks/117430585659490304/aB-_"],
])("%s gets its own URL", (sender, address) => expect(senderAddress(url, sender)).toBe(address));

test("the steps contain the URL wherever they mention it", () => {
  expect(stepsWith(["Paste `{url}`", "Send"], "https://chat.example/$&")).toEqual([
    "Paste `https://chat.example/$&`",
    "Send",
  ]);
});
