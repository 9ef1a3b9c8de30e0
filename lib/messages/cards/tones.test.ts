import { expect, test } from "vitest";
import { toneOf } from "@/lib/messages/cards/tones";

test("a color's tone is its hue, and pale, dark and other colors have none", () => {
  expect([0xd6453d, 0xff0000, 0xdb1f48].map(toneOf)).toEqual(["danger", "danger", "danger"]);
  expect([0xbf8700, 0xf2c744, 0xffa500].map(toneOf)).toEqual(["warning", "warning", "warning"]);
  expect([0x2f9e63, 0x36a64f, 0x00ff00].map(toneOf)).toEqual(["success", "success", "success"]);
  expect([undefined, 0, 0xffffff, 0x6e7781, 0x0969da, 0x8250df, 0xffdddd].map(toneOf)).toEqual(
    Array(7).fill("neutral"),
  );
});
