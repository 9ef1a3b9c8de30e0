import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { makeUser, makeWorkspace } from "@/lib/testing/factories";
import { CHANGE_LINES, OTHER_LINES, writeMattermostExport } from "@/lib/testing/mattermost-export";
import { openArchive } from "./archive";
import { openSource } from "./open-source";
import { previewImport, runImport } from "./run-import";

const ROUNDS = 334;
let directory: string;
let tag: string;

beforeEach(async () => {
  await makeWorkspace();
  directory = temporaryDirectory("parley-import-");
  tag = `${Date.now()}`;
  await makeUser({ role: "owner" });
});

afterEach(() => removeDataDir(directory));

test("an export with every kind of line, channel and post arrives, and all that doesn't is in the report", async () => {
  expect(writeMattermostExport(directory, { rounds: ROUNDS, tag })).toBeGreaterThanOrEqual(20_000);
  const source = async () => openSource(await openArchive(directory), async () => null);
  const progress: number[] = [];
  const preview = await previewImport(await source(), (messages) => progress.push(messages));
  const report = await runImport(await source(), () => undefined);
  expect(report).toEqual({ ...preview, emoji: 0, leftOut: expect.any(Map) });
  expect(report).toMatchObject({
    people: { matched: 0, accounts: 51, deactivated: 9, admins: [`Person 1 (person1.${tag}@example.com)`] },
    channels: { made: 4, direct: 61, continued: [] },
    messages: { all: ROUNDS * 30, before: 0, replies: ROUNDS * 4 },
  });
  const kinds = (all: typeof report.leftOut) => Object.fromEntries([...all].map(([what, { count }]) => [what, count]));
  expect(kinds(report.changed)).toEqual({
    "guests, who get a deactivated account (a member's with --guests=members)": 4,
    "public channels of closed teams, which become private": 1,
  });
  const EACH = {
    "reactions with an emoji whose name Parley can't have": ROUNDS,
    "reactions of people that the export doesn't name": ROUNDS,
    "messages with data that only a plugin shows": ROUNDS,
    "saved messages": ROUNDS,
    "followers of threads who didn't write in them": ROUNDS,
    "messages that show nothing": ROUNDS,
    "messages that vanish once they're read": ROUNDS,
    "messages of channels that the export doesn't have": ROUNDS,
    "files that the export doesn't have": ROUNDS,
    "messages in direct messages that aren't imported": ROUNDS,
    "lines about joining, leaving and changes of channels": ROUNDS * (CHANGE_LINES.length + 1),
    "other lines that Mattermost wrote": ROUNDS * OTHER_LINES.length,
    "purposes of channels that have a header, too": 1,
    "direct messages with tools or people that the export doesn't name": 1,
    "permission schemes and roles": 3,
    "descriptions of teams": 1,
    "descriptions of bots": 1,
    "people's settings, such as themes and notifications": 60,
    "direct messages that people starred": 1,
    "headers of direct messages": 1,
  };
  expect(kinds(preview.leftOut)).toEqual(EACH);
  // What an image shows is known once it's read.
  expect(kinds(report.leftOut)).toEqual({ ...EACH, "emoji with a name or image that Parley can't have": 1 });
  expect([...report.leftOut.values()].every(({ example }) => example !== "")).toBe(true);
  const made = await db().channel.findMany({
    where: { name: { endsWith: tag } },
    orderBy: { name: "asc" },
    include: { _count: { select: { memberships: true } } },
  });
  // Everyone but those with a deactivated account.
  expect(
    made.map(({ name, kind, archivedAt, _count }) => [name, kind, archivedAt !== null, _count.memberships]),
  ).toEqual([
    [`Board Square ${tag}`, "private", false, 51],
    [`Old ${tag}`, "public", true, 51],
    [`Ops ${tag}`, "private", false, 51],
    [`Town Square ${tag}`, "public", false, 51],
  ]);
  const again = await runImport(await source(), () => undefined);
  expect(again.messages).toEqual({ ...report.messages, before: report.messages.all });
  expect(await db().message.count()).toBe(report.messages.all);
}, 120_000);
