import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ObjectExpression, parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

const FILES = "A message has at most 10 files.";
const PASSKEYS = "A person has at most 20 passkeys.";
const ONE = "There is one row, or none.";

/** Reads that name no limit, by file and function, and what ends them. */
const ENDED_OTHERWISE: Record<string, string> = {
  "lib/audit/queries.ts: entriesAmong": "The ids come from a query with a limit.",
  "lib/channels/access.ts: requireChannel": "A person has one membership in a channel.",
  "lib/channels/browse-channels.ts: countChannels": ONE,
  "lib/channels/free-name.ts: requireFreeName": "Compares a name with all others, and answers with none of them.",
  "lib/channels/create-channel.ts: makeChannel": "A direct message has at most nine people.",
  "lib/channels/queries.ts: memberOf": "For the event stream, which answers with none of the ids.",
  "lib/messages/change/change-webhook-message.ts: editWebhookMessage": FILES,
  "lib/messages/post/forward-message.ts: forwardMessage": FILES,
  "lib/messages/post/post-messages.ts: findEarlier": "A key and a signature are unique.",
  "lib/messages/post/send-message.ts: withGroupsAsIds": "A workspace has at most 200 groups.",
  "lib/messages/post/send-message.ts: withNamesAsIds": "Two people for each of at most 2,000 candidates.",
  "lib/messages/read/to-dto.ts: messageSelect": FILES,
  "lib/messages/scheduled/files.ts: addScheduledFiles": FILES,
  "lib/messages/scheduled/scheduled.ts: countScheduled": "A person has at most 100 scheduled messages.",
  "lib/messages/scheduled/scheduled.ts: scheduledAmong": FILES,
  "lib/messages/search/find-ids.ts: untilAborted": ONE,
  "lib/people/two-step/factors.ts: requireProof": PASSKEYS,
  "lib/people/two-step/factors.ts: twoStepOf": PASSKEYS,
  "lib/files/uploads/backup-lock.ts: isBackupRunning": ONE,
  "lib/messages/files/usage.ts: channelUsage": "Adds up small rows, one for each channel, and answers with 50.",
  "lib/people/factors.ts: keepPasskeys": PASSKEYS,
  "lib/people/factors.ts: ownPasskeys": PASSKEYS,
  "lib/people/first-by-name.ts: firstByName": "Its parts end at the number that it's asked for.",
  "lib/people/groups.ts: select": "A group has at most 500 members.",
  "lib/people/list-people.ts: countPeople": ONE,
  "lib/webhooks/all-webhooks.ts: countWebhooks": "Counts, and at most 200 channels.",
  "lib/webhooks/queries.ts: webhookSelect": "A webhook has at most 100 kinds of cards that aren't incidents.",
};

/** Folders that answer no request: they write archives and mails, or work in the background, by batches. */
const NO_ANSWERS = /^lib\/(db|testing|moving|attention\/(digest|keywords|push)|operation\/(backup|retention))\//;

/** The schema's relations to many rows. */
const RELATIONS = new Set(
  [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^ {2}(\w+)\s+(\w+)\[\]/gm)]
    .filter(([, , type]) => !["String", "BigInt", "Int"].includes(`${type}`))
    .map(([, name]) => `${name}`),
);

/**
 * Returns the functions of this source that read a list without a limit: with Prisma without `take` or `{ in: … }`, of
 * rows or of their relations, or with SQL without LIMIT or a list of ids. Statements that write or lock aren't lists.
 */
function endlessReads(file: string, source: string): string[] {
  const found: string[] = [];
  const names: string[] = [];
  const leave = () => void names.pop();
  // The outermost one: functions within functions don't count.
  const add = () => found.push(`${file}: ${names.find((name) => name !== "")}`);
  const single = new Set<number>();
  new Visitor({
    FunctionDeclaration: ({ id }) => void names.push(id?.name ?? ""),
    "FunctionDeclaration:exit": leave,
    "VariableDeclarator:exit": leave,
    VariableDeclarator({ id, init }) {
      names.push(id.type === "Identifier" ? id.name : "");
      if (id.type === "ArrayPattern" && id.elements.length === 1 && init) single.add(init.end);
    },
    CallExpression({ callee, arguments: [given] }) {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      if (callee.property.name !== "findMany") return;
      if (!given || !/\btake\b|\{ in: /.test(source.slice(given.start, given.end))) add();
    },
    Property({ key, value }) {
      if (key.type !== "Identifier" || !RELATIONS.has(key.name) || value.type !== "ObjectExpression") return;
      if (has(value, "select") && !has(value, "take")) add();
    },
    TaggedTemplateExpression({ tag, quasi, end }) {
      if (!source.slice(tag.start, tag.end).includes("$queryRaw") || single.has(end)) return;
      const sql = source.slice(quasi.start, quasi.end);
      if (!/\bLIMIT [$\d]|= ANY\(|unnest\(|\b(INSERT|UPDATE|DELETE|SHARE)\b/.test(sql)) add();
    },
  }).visit(parseSync(file, source).program);
  return found;
}

function has({ properties }: ObjectExpression, name: string): boolean {
  return properties.some(
    (each) => each.type === "Property" && each.key.type === "Identifier" && each.key.name === name,
  );
}

test("every list that Parley answers with has an end", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .map((file) => path.join("lib", file).replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".ts") && !file.includes(".test.") && !NO_ANSWERS.test(file));
  const found = files.flatMap((file) => endlessReads(file, readFileSync(file, "utf8")));
  expect([...new Set(found)].sort()).toEqual(Object.keys(ENDED_OTHERWISE).sort());
});

test.each([
  ["a Prisma query without take", "function list() { return db().draft.findMany({ where: { userId } }); }"],
  ["a Prisma query without anything", "function list() { return db().draft.findMany(); }"],
  [
    "a relation without take",
    "function list() { return db().message.findFirst({ where: { id }, select: { edits: { select: { id: true } } } }); }",
  ],
  ["a statement without LIMIT", "async function list() { const rows = await db().$queryRaw`SELECT id FROM drafts`; }"],
])("a list without an end is found: %s", (_, source) => {
  expect(endlessReads("x.ts", source)).toEqual(["x.ts: list"]);
});
