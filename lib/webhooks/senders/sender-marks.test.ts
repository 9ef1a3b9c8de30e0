import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { senderChoices } from "@/lib/webhooks/sender-choices";
import { defaultAvatarOf, marksFile, markTile } from "@/lib/webhooks/senders/sender-marks";
import { toolCards } from "@/prisma/demo/tool-cards";

const marks = senderChoices().flatMap(({ mark }) => mark ?? []);

test("the file has every logo that a sender names, and contains only shapes", async () => {
  const file = await marksFile();
  const found = [...file.matchAll(/<symbol id="([^"]*)" viewBox="0 0 24 24"><path d="[^"<>]+"\/><\/symbol>/g)];
  expect(found.map(([, mark]) => mark)).toEqual([...new Set(marks)].sort());
  expect(found.map(([whole]) => whole).join("")).toBe(file.slice(file.indexOf(">") + 1, file.lastIndexOf("<")));
});

test("every logo can be an avatar, which is white on a color", async () => {
  for (const mark of new Set(marks))
    expect(await markTile(mark)).toMatch(
      /<path fill="hsl\(\d+,40%,34%\)" [^<]*\/><path fill="#fff" d="[^"<>]+"\/><\/svg>\n$/,
    );
  for (const none of ["no-such-tool", "../gitlab", ""]) expect(await markTile(none)).toBeNull();
});

test("every tool of the demo has a logo", () => {
  const shown = toolCards(new Date()).flatMap(({ embed }) => embed.tool?.mark ?? []);
  expect(shown.length).toBeGreaterThan(5);
  for (const mark of shown) expect(marks).toContain(mark);
});

test("a webhook's default avatar is its tool's logo, but not a chat's", () => {
  const avatars = ["gitlab", "alertmanager", "github", "discord", "json", "no-such-tool"].map(defaultAvatarOf);
  expect(avatars).toEqual(["mark:gitlab", "mark:prometheus", "mark:github", null, null, null]);
  expect(defaultAvatarOf(null)).toBeNull();
});

test("every logo is a sender's", () => {
  const logos = readdirSync("lib/webhooks", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.svg$/.test(file),
  );
  expect(logos.map((file) => path.basename(file, ".svg")).sort()).toEqual([...new Set(marks)].sort());
});
