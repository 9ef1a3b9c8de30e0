import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The only module that inserts messages and gives them their numbers: posts, lines and imports go through it. */
const DOOR = "lib/messages/post/insert-statement.ts";

const INSERTS = /\b(?:INSERT\s+INTO|MERGE\s+INTO|COPY)\s+(?:ONLY\s+)?(?:"?public"?\.)?"?messages"?(?![\w"])/i;
const BY_PRISMA =
  /\.\s*message\s*\.\s*(?:create|upsert)\w*\s*\(|\bmessages\s*:\s*\{\s*(?:create|connectOrCreate|upsert)/;
const NUMBERS = /\bUPDATE\s+"?channels"?\b[^`;]*?\bSET\b[^`;]*?\bmsg_seq\s*=|\bmsgSeq\s*:\s*\{\s*(?:increment|set)\b/i;

const isSecondDoor = (source: string) => [INSERTS, BY_PRISMA, NUMBERS].some((pattern) => pattern.test(source));

// Tests, benchmarks and samples fill databases with what was posted long ago, and many rows at once.
const FILLS = /\.test\.tsx?$|(?:^|\/)testing\/|^lib\/db\/generated\//;

const sources = ["app", "components", "lib", "prisma", "server"].flatMap((root) =>
  readdirSync(root, { encoding: "utf8", recursive: true })
    .map((file) => path.join(root, file))
    .filter((file) => /\.(?:tsx?|sql)$/.test(file) && !FILLS.test(file)),
);

test("one module inserts messages and counts them in their channel", () => {
  expect(sources.filter((file) => isSecondDoor(readFileSync(file, "utf8")))).toEqual([DOOR]);
});

test.each([
  "await tx.$executeRaw`INSERT INTO messages (channel_id, seq) VALUES (1, 1)`;",
  'await pool.query("insert into\\n  public.\\"messages\\" (id) SELECT 1");'
    .replaceAll("\\n", "\n")
    .replaceAll('\\"', '"'),
  "COPY messages (id, channel_id) FROM STDIN;",
  "MERGE INTO messages m USING given g ON m.id = g.id",
  "await db().message.create({ data });",
  "await tx.message.createMany({ data });",
  "await tx.message\n  .createManyAndReturn({ data });",
  "await tx.message.upsert({ where, create, update });",
  "await tx.channel.create({ data: { name, messages: { create: [first] } } });",
  "await tx.$executeRaw`UPDATE channels SET rev = rev + 1, msg_seq = msg_seq + 1 WHERE id = 1`;",
  "await tx.channel.update({ where: { id }, data: { msgSeq: { increment: 1 } } });",
])("this would be a second one: %s", (source) => {
  expect(isSecondDoor(source)).toBe(true);
});

test.each([
  "INSERT INTO messages_search (id) SELECT id FROM messages",
  "INSERT INTO imported_messages (key) SELECT key FROM input",
  "await tx.message.update({ where: { id }, data: { content } });",
  "await tx.messageEdit.createMany({ data: edits });",
  "UPDATE channels SET rev = rev + 1 WHERE id = 1 RETURNING rev, msg_seq",
])("this wouldn't: %s", (source) => {
  expect(isSecondDoor(source)).toBe(false);
});
