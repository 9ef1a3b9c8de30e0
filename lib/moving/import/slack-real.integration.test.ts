import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { messagePage } from "@/lib/messages/read/queries";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { makeWorkspace } from "@/lib/testing/factories";
import { slackExport } from "@/lib/testing/slack-export";
import { SLACK_KINDS } from "@/lib/testing/slack-kinds";
import { openArchive } from "./archive";
import { openSource } from "./open-source";
import { previewImport, runImport } from "./run-import";
import type { Download } from "./slack-files";

const MANY = 20_000;
const tag = `${Date.now()}`;

// Slack still has every file but the canvas, whose page asks to sign in.
const download: Download = async (url) => {
  async function* bytes() {
    yield Buffer.from(`from ${url}`);
  }
  return url.includes("/docs/") ? null : bytes();
};

test("an export like a real one arrives as its report says, with each kind of message as it should be", {
  timeout: 300_000,
}, async () => {
  await makeWorkspace();
  const { zip, channel } = slackExport({ tag, messages: MANY });
  const file = path.join(temporaryDirectory("parley-import-"), "export.zip");
  writeFileSync(file, zip);
  const archive = await openArchive(file);
  const source = () => openSource(archive, download);
  const dry = await previewImport(await source(), () => undefined);
  const report = await runImport(await source(), () => undefined);
  expect(report).toEqual(dry);

  const outcomes = SLACK_KINDS.map(({ becomes }) => becomes);
  const arriving = outcomes.filter((becomes) => becomes === "deleted" || "content" in becomes);
  const reasons = outcomes.flatMap((becomes) =>
    becomes !== "deleted" && "leftOut" in becomes ? [becomes.leftOut] : [],
  );
  // All conversations but one have the same number of messages, and two of them can't be here.
  const each = Math.floor(MANY / 14);
  expect(report.messages.all).toBe(12 * each + arriving.length);
  expect(report.people).toMatchObject({ matched: 0, accounts: 39, deactivated: 4 });
  expect(report.channels).toEqual({ made: 9, direct: 4, continued: [] });
  expect(Object.fromEntries([...report.changed].map(([what, { count }]) => [what, count]))).toEqual({
    "guests, who get a deactivated account (a member's with --guests=members)": 3,
  });
  const counts = Object.fromEntries([...report.leftOut].map(([what, { count }]) => [what, count]));
  expect(counts).toEqual({
    ...Object.fromEntries([...new Set(reasons)].map((what) => [what, reasons.filter((one) => one === what).length])),
    "direct messages with tools or people that the export doesn't name": 2,
    "messages in direct messages that aren't imported": 2 * each,
    "previews of links": 1,
    "files that were deleted in Slack": 1,
    "files that Slack hides because of the plan's limit": 1,
    "files that Slack gave the export no access to": 1,
    "files that Slack didn't find": 1,
    "files that the export has no link to": 1,
    "files with messages in “FC:F_canvas:Notes”, a folder that belongs to no channel": 3,
    "entries of integration_logs.json": 1,
    "entries of canvases.json": 2,
  });
  for (const { example } of [...report.leftOut.values(), ...report.changed.values()]) expect(example).not.toBe("");

  const { id } = await db().channel.findFirstOrThrow({ where: { name: channel } });
  expect(await db().message.count({ where: { channelId: id } })).toBe(arriving.length);
  const shown = (await messagePage(id, { at: "latest" })).messages.map((message) => ({
    content: message.content,
    author: message.author.name,
    files: message.attachments.map(({ name }) => name),
    embeds: message.embeds.length,
    ...(message.isLine && { line: true }),
  }));
  // The page doesn't show a deleted message that has no thread.
  const expected = arriving.flatMap((becomes) =>
    becomes === "deleted" ? [] : [{ author: "Ann 1", files: [], embeds: 0, ...becomes }],
  );
  expect(shown).toEqual(expected);
  const general = await db().channel.findFirstOrThrow({ where: { name: `general-${tag}` } });
  expect(general.topic).toBe("News & wiki (https://wiki.example)");
  expect(await db().message.count({ where: { channelId: general.id, pinnedAt: { not: null } } })).toBe(1);
  const ours = await db().channel.findMany({ where: { name: { contains: tag } }, orderBy: { name: "asc" } });
  expect(ours.filter(({ archivedAt }) => archivedAt !== null).map(({ name }) => name)).toEqual([
    `board-${tag}`,
    `old-${tag}`,
  ]);
  for (const { id: channelId } of ours) expect(await db().message.count({ where: { channelId } })).toBeGreaterThan(0);
  await archive.close();
});
