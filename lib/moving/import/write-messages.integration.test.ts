import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser, makeWorkspace } from "@/lib/testing/factories";
import { type CheckedMessage, checkMessage, withImportedFiles } from "./check-message";
import { Matches } from "./matches";
import { LeftOut, type SourceMessage } from "./source";
import { writeMessages } from "./write-messages";

let ada: SessionUser;
let channelId: bigint;
let matches: Matches;

beforeEach(async () => {
  await makeWorkspace();
  ada = await makeUser({ name: "Ada" });
  channelId = (await makeChannel({ name: `imported-${ada.id}`, members: [ada] })).id;
  matches = new Matches();
  matches.people.set("U1", ada.id);
  matches.channels.set("C1", { id: channelId, name: "imported" });
});

const message = (key: string, facts: Partial<SourceMessage> = {}): SourceMessage => ({
  key,
  channel: "C1",
  root: null,
  inChannel: false,
  author: "U1",
  content: `message ${key}`,
  embeds: [],
  files: [],
  createdAt: new Date(1_600_000_000_000 + Number(key)),
  editedAt: null,
  deletedAt: null,
  pinned: null,
  reactions: [],
  ...facts,
});

const written = () => db().message.findMany({ where: { channelId }, orderBy: { seq: "asc" } });
const NEVER = new Date(Number.NaN);
const LONE = "\ud83d and \0";

test("what the check lets through, PostgreSQL takes: nothing that it refuses is left in any part", async () => {
  const leftOut = new LeftOut();
  const odd: SourceMessage[] = [
    message("1", { content: LONE, embeds: [{ title: LONE, fields: [{ name: LONE, value: LONE, inline: false }] }] }),
    message("2", { author: { name: LONE, avatarUrl: "javascript:alert(1)" }, event: [{ kind: LONE, by: "U1" }] }),
    message("3", { editedAt: NEVER, pinned: { at: NEVER, by: "nobody" } }),
    message("4", { reactions: [{ emoji: "👍", person: "U1", at: NEVER }], root: "x".repeat(1_000) }),
    message("5", { edits: [{ content: LONE, embeds: [{ title: LONE }], until: NEVER }] }),
    message("6", { content: "", deletedAt: NEVER }),
    message("7", { content: "", files: [{ name: LONE, description: LONE, open: async () => null }] }),
    message("8", { content: "x".repeat(200_000) }),
    message("9", { createdAt: new Date(0) }),
  ];
  const rows = odd.map((each) => checkMessage(each, matches, leftOut)).filter((each) => each !== null);
  expect(rows).toHaveLength(odd.length);
  expect(
    await writeMessages(
      "test",
      rows.map((row) => withImportedFiles(row, [null])),
    ),
  ).toEqual([]);
  const stored = await written();
  expect(stored).toHaveLength(odd.length);
  expect(stored.map(({ content }) => content)).toEqual(
    expect.arrayContaining(["\ufffd and ", "file (a file that wasn't imported)".replace("file", "\ufffd and")]),
  );
  expect([...leftOut.counts.keys()]).toEqual([]);
  expect([...leftOut.changes]).toEqual([
    ["texts longer than 100,000 characters, which are cut", { count: 1, example: "C1 8" }],
  ]);
});

test("what can't be a message is left out and counted, with where it is", () => {
  const leftOut = new LeftOut();
  const none = [
    message("1", { content: "" }),
    message("2", { content: " \n\u200b", embeds: [{ color: 1 }] }),
    message("3", { createdAt: NEVER }),
    message("4", { createdAt: new Date(Date.now() + 400 * 86_400_000) }),
    message("5", { channel: "C2" }),
    message("6".repeat(500)),
  ];
  expect(none.map((each) => checkMessage(each, matches, leftOut))).toEqual(none.map(() => null));
  expect(Object.fromEntries(leftOut.counts)).toEqual({
    "messages that show nothing": { count: 2, example: "C1 1" },
    "messages whose date isn't one or is in the future": { count: 2, example: "C1 3" },
    "messages in direct messages that aren't imported": { count: 1, example: "C2" },
    "messages that can't be read": { count: 1, example: expect.stringContaining("C1 666") },
  });
});

test("a message that PostgreSQL refuses all the same keeps no other out", async () => {
  const rows = Array.from({ length: 9 }, (_, n) => {
    const checked = checkMessage(message(`${n}`, { root: n === 8 ? "0" : null }), matches, new LeftOut());
    return withImportedFiles(checked as CheckedMessage, []);
  });
  const broken = rows.map((row, n) => (n === 3 || n === 6 ? { ...row, content: "" } : row));
  const refused = await writeMessages("test", broken);
  expect(refused.map(({ key }) => key)).toEqual(["3", "6"]);
  const stored = await written();
  expect(stored.map(({ content }) => content)).toEqual([0, 1, 2, 4, 5, 7, 8].map((n) => `message ${n}`));
  // A reply finds its root also if they weren't written together.
  expect(stored.at(-1)?.threadRootId).toBe(stored[0]?.id);
});
