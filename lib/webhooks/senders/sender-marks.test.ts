import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { senderChoices } from "@/lib/webhooks/sender-choices";
import { marksFile } from "@/lib/webhooks/senders/sender-marks";

const marks = senderChoices().flatMap(({ mark }) => mark ?? []);

test("the file has every logo that a sender names, and contains only shapes", async () => {
  const file = await marksFile();
  const found = [...file.matchAll(/<symbol id="([^"]*)" viewBox="0 0 24 24"><path d="[^"<>]+"\/><\/symbol>/g)];
  expect(found.map(([, mark]) => mark)).toEqual([...new Set(marks)].sort());
  expect(found.map(([whole]) => whole).join("")).toBe(file.slice(file.indexOf(">") + 1, file.lastIndexOf("<")));
});

test("every logo is a sender's", () => {
  const logos = readdirSync("lib/webhooks/sender-marks").filter((file) => file !== "README.md");
  expect(logos.sort()).toEqual([...new Set(marks)].sort().map((mark) => `${mark}.svg`));
});
