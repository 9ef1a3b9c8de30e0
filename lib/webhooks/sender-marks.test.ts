import icons from "simple-icons/icons.json";
import { expect, test } from "vitest";
import { senderChoices } from "@/lib/webhooks/sender-choices";
import { licensedMarks, marksFile } from "@/lib/webhooks/sender-marks";

const marks = senderChoices.flatMap(({ mark }) => mark ?? []);

test("the file has every logo that a sender names, and contains only shapes", async () => {
  const file = await marksFile();
  const found = [...file.matchAll(/<symbol id="([^"]*)" viewBox="0 0 24 24"><path d="[^"<>]+"\/><\/symbol>/g)];
  expect(found.map(([, mark]) => mark)).toEqual([...new Set(marks)].sort());
  expect(found.map(([whole]) => whole).join("")).toBe(file.slice(file.indexOf(">") + 1, file.lastIndexOf("<")));
});

// Other licenses are about trademarks; a logo next to its owner's name only identifies the owner.
test("logos whose license requires attribution have it", () => {
  const licensed = icons.filter(({ license, slug }) => license?.type.startsWith("CC-BY") && marks.includes(slug));
  expect(licensed.filter(({ slug }) => !licensedMarks[slug]).map(({ title }) => title)).toEqual([]);
});
