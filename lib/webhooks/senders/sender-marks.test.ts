import { readdirSync } from "node:fs";
import path from "node:path";
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
  const logos = readdirSync("lib/webhooks", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.svg$/.test(file),
  );
  expect(logos.map((file) => path.basename(file, ".svg")).sort()).toEqual([...new Set(marks)].sort());
});
