import { expect, test, vi } from "vitest";
import { requireMember } from "@/lib/channels/access";
import { db, pool } from "@/lib/db/client";
import { deleteMessage, editMessage } from "@/lib/messages/change/change-as-member";
import type { Embed } from "@/lib/messages/dto";
import { postMessages } from "@/lib/messages/post/post-messages";
import { countMessages, searchMessages } from "@/lib/messages/search/search-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeAttachment } from "@/lib/testing/attachments";
import { makeChannel, makeUser, makeWebhook, userDraft, webhookDraft } from "@/lib/testing/factories";

type Channel = { id: bigint; name: string };

/** Creates a person with their own channel and a search in it. */
async function setUp() {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  return { ada, channel, find: (text: string, more = {}) => find(ada, `in:${channel.name} ${text}`, more) };
}

async function find(
  user: SessionUser,
  text: string,
  more: { before?: bigint; limit?: number; timeZone?: string } = {},
) {
  const page = await searchMessages(user, { text, timeZone: "UTC", ...more });
  return page.results.map(({ message }) => message.content || (message.embeds[0]?.title ?? "a message"));
}

async function say(user: SessionUser, channel: Channel, content: string, embeds: Embed[] = []): Promise<bigint> {
  const [posted] = await postMessages([userDraft(user, channel, { content, embeds })]);
  if (!posted || !("messageId" in posted)) throw new Error("The message was refused.");
  return posted.messageId;
}

test("words are found by any part of them, in any order, newest first", async () => {
  const { ada, channel, find } = await setUp();
  await say(ada, channel, "Deploy of the API failed");
  await say(ada, channel, "the deployment passed");
  expect(await find("deploy")).toEqual(["the deployment passed", "Deploy of the API failed"]);
  expect(await find("fail DEPL")).toEqual(["Deploy of the API failed"]);
  expect(await find("ploy")).toEqual(["the deployment passed", "Deploy of the API failed"]);
  expect(await find("ploym ASS")).toEqual(["the deployment passed"]);
  expect(await find("oy")).toEqual([]);
  expect(await find("deploy zebra")).toEqual([]);
});

test("names of files, errors and the like are found as a whole and by their parts", async () => {
  const { ada, channel, find } = await setUp();
  const text = "src/retry.ts: deploy#42 gave error_code E-1001 (see https://ci.example.com/runs/77?x=1)";
  await say(ada, channel, text);
  for (const query of [
    "retry.ts",
    "retry",
    "ts",
    "deploy#42",
    "42",
    "error_code",
    "code",
    "E-1001",
    "ci.example.com",
    "runs/77",
  ]) {
    expect([query, await find(query)]).toEqual([query, [text]]);
  }
  expect(await find("try.ts")).toEqual([text]);
  expect(await find("example.co")).toEqual([text]);
  // Its parts must be consecutive.
  expect(await find("ts.retry")).toEqual([]);
  expect(await find("code_error")).toEqual([]);
});

test("a quoted phrase is found exactly, not by its start", async () => {
  const { ada, channel, find } = await setUp();
  await say(ada, channel, "the build failed, again");
  expect(await find('"build failed"')).toHaveLength(1);
  expect(await find('"failed again"')).toHaveLength(1);
  expect(await find('"failed build"')).toEqual([]);
  expect(await find('"build fail"')).toEqual([]);
  expect(await find('"fail"')).toEqual([]);
  expect(await find('"ailed"')).toEqual([]);
  expect(await find("uild failed")).toHaveLength(1);
  expect(await find("uild-failed")).toHaveLength(1);
  // Between the two is a space, so the first word ends there and the second begins.
  expect(await find("uil-failed")).toEqual([]);
  expect(await find("build-ailed")).toEqual([]);
});

test("case and accents are ignored in any alphabet", async () => {
  const { ada, channel, find } = await setUp();
  const text = "ŽLUŤOUČKÝ kůň — Straße, ΩΜΕΓΑ, Ёлка, “naïve” it’s, 東京タワー 🚀now";
  await say(ada, channel, text);
  for (const query of [
    "zlutoucky",
    "Kun",
    "Žluťoučký",
    "STRAße",
    "ωμεγα",
    "елка",
    "touck",
    "εγα",
    "naive",
    "s",
    "京タワー",
    "東",
    "🚀",
    "now",
  ]) {
    expect([query, await find(query)]).toEqual([query, [text]]);
  }
  expect(await find("京東")).toEqual([]);
});

test("all texts of embeds are searched, and nothing else in them", async () => {
  const { ada, channel, find } = await setUp();
  const embed: Embed = {
    title: "Build\nsucceeded",
    description: 'C:\\temp "quoted"',
    url: "https://hidden.example.com",
    timestamp: "2026-11-20T00:00:00.000Z",
    author: { name: "Jenkins", url: "https://hidden.example.com" },
    fields: [{ name: "Branch", value: "feature/login" }],
    footer: { text: "runner seven" },
  };
  await say(ada, channel, "", [{ title: "first" }, embed]);
  for (const query of [
    "first",
    "build",
    "succeeded",
    "temp",
    "quoted",
    "jenkins",
    "branch",
    "feature/login",
    "runner",
  ]) {
    expect([query, await find(query)]).toEqual([query, ["first"]]);
  }
  for (const query of ["hidden", "nsucceeded", "2026", "title"])
    expect([query, await find(query)]).toEqual([query, []]);
});

test("an edited message is found by its current text, a deleted one not at all", async () => {
  const { ada, channel, find } = await setUp();
  const id = await say(ada, channel, "before the edit");
  await editMessage(await requireMember(ada, channel.id), id, "afterwards");
  expect(await find("before")).toEqual([]);
  expect(await find("afterwards")).toEqual(["afterwards"]);
  await deleteMessage(await requireMember(ada, channel.id), id);
  expect(await find("afterwards")).toEqual([]);
});

test("only messages that the person can read are found, whatever they search for", async () => {
  const ada = await makeUser();
  const eve = await makeUser({ role: "owner" });
  const open = await makeChannel({ members: [ada] });
  const closed = await makeChannel({ kind: "private", members: [ada] });
  const direct = await makeChannel({ kind: "direct", members: [ada] });
  for (const channel of [open, closed, direct]) await say(ada, channel, "treasure");
  const hidden = await makeWebhook({ channelId: closed.id, name: "Vault" });
  await postMessages([webhookDraft(hidden, { content: "treasure by hook", username: "Keeper" })]);
  const from = `from:"${ada.name}"`;
  expect(await find(ada, `treasure ${from}`)).toHaveLength(3);
  expect(await find(eve, `treasure ${from}`)).toHaveLength(1);
  for (const channel of [closed, direct]) expect(await find(eve, `treasure in:"${channel.name}"`)).toEqual([]);
  for (const name of ["Vault", "Keeper"]) {
    expect(await find(ada, `from:${name}`)).toEqual(["treasure by hook"]);
    expect(await find(eve, `from:${name}`)).toEqual([]);
  }
});

test("from: matches a person's name, me, a webhook's name and the name it displays", async () => {
  const { ada, channel, find } = await setUp();
  const zoe = await makeUser({ name: "Zoë Saldaña" });
  const both = await makeChannel({ members: [ada, zoe] });
  const hook = await makeWebhook({ channelId: channel.id, name: "CI" });
  await say(ada, channel, "by Ada");
  await say(zoe, both, "by Zoë");
  await postMessages([webhookDraft(hook, { content: "by hook" })]);
  await postMessages([webhookDraft(hook, { content: "by hook as Nightly", username: "Nightly Build" })]);
  expect(await find("from:me")).toEqual(["by Ada"]);
  expect(await find("from:CI")).toEqual(["by hook as Nightly", "by hook"]);
  expect(await find('from:"nightly b"')).toEqual(["by hook as Nightly"]);
  expect(await find("from:ci from:me")).toHaveLength(3);
  expect(await find("from:nobody")).toEqual([]);
});

test("direct messages are found by the names of their members", async () => {
  const ada = await makeUser();
  const grace = await makeUser({ name: "Grace Búrney" });
  const direct = await makeChannel({ kind: "direct", name: "", members: [ada, grace] });
  await say(grace, direct, "hello there");
  expect(await find(ada, 'in:"grace burney" hello')).toEqual(["hello there"]);
  expect(await find(ada, "in:@Burney hello")).toEqual(["hello there"]);
});

test("has: and days narrow down results", async () => {
  const { ada, channel, find } = await setUp();
  await say(ada, channel, "plain words");
  await say(ada, channel, "see HTTPS://example.com");
  await say(ada, channel, "", [{ title: "pictured", image: { url: "https://example.com/a.png" } }]);
  await say(ada, channel, "", [{ title: "linked", url: "https://example.com" }]);
  expect(await find("has:link")).toEqual(["linked", "see HTTPS://example.com"]);
  expect(await find("has:image")).toEqual(["pictured"]);
  expect(await find("has:embed")).toEqual(["linked", "pictured"]);
  for (const thing of ["file", "reaction", "thread", "pin"]) expect(await find(`has:${thing}`)).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  expect(await find(`on:${today}`)).toHaveLength(4);
  expect(await find(`before:${today}`)).toEqual([]);
  expect(await find(`after:${today}`)).toEqual([]);
  expect(await find("after:2026-01-01")).toHaveLength(4);
});

test("has: finds files, embeds, reactions and the like", async () => {
  const { ada, channel, find } = await setUp();
  const id = await say(ada, channel, "beside");
  const where = { where: { id } };
  await db().message.update({ ...where, data: { pinnedAt: new Date(), pinnedById: ada.id, replyCount: 1 } });
  await db().reaction.create({ data: { messageId: id, userId: ada.id, emoji: "👍" } });
  for (const thing of ["reaction", "thread", "pin"])
    expect([thing, await find(`has:${thing}`)]).toEqual([thing, ["beside"]]);
  const hash = Buffer.alloc(32, 1);
  const file = { hash, size: 1, contentType: "image/png", width: 1, height: 1 };
  await makeAttachment({ file, name: "a.png", channel });
  for (const thing of ["file", "image"]) expect([thing, await find(`has:${thing}`)]).toEqual([thing, ["A file"]]);
});

test("older pages continue after the last result", async () => {
  const { ada, channel } = await setUp();
  for (const number of [1, 2, 3, 4, 5]) await say(ada, channel, `item ${number}`);
  const page = (before?: bigint) =>
    searchMessages(ada, { text: `in:${channel.name} item`, timeZone: "UTC", before, limit: 2 });
  const found: string[] = [];
  let before: bigint | undefined;
  let more = true;
  while (more) {
    const next = await page(before);
    found.push(...next.results.map(({ message }) => message.content));
    before = BigInt(next.results.at(-1)?.message.id ?? 0);
    more = next.more;
  }
  expect(found).toEqual(["item 5", "item 4", "item 3", "item 2", "item 1"]);
});

test("a result has its channel and the terms to highlight", async () => {
  const { ada, channel } = await setUp();
  await say(ada, channel, "about Retry.ts");
  const { results, terms, more } = await searchMessages(ada, { text: `in:${channel.name} retry.ts`, timeZone: "UTC" });
  expect(results[0]?.channel).toEqual({ id: `${channel.id}`, name: channel.name, kind: "public" });
  expect({ terms, more }).toEqual({ terms: ["retry ts"], more: false });
});

test("an empty query finds nothing, and no query causes an internal error", async () => {
  const { ada, channel, find } = await setUp();
  await say(ada, channel, "a message");
  for (const text of ["", "   ", "!", "- , (", "from:", '""']) {
    expect(await searchMessages(ada, { text, timeZone: "UTC" })).toEqual({ results: [], more: false, terms: [] });
  }
  const odd = [
    "'",
    "!!!",
    "%",
    "&&|!()<->:*",
    "\\",
    "a'b\\c",
    "a & b | !c <-> :*",
    "\0",
    "\ud800",
    "x".repeat(300),
    "%_",
    "from:' in:\\",
    "İ",
    "ﷺ",
    "\u{e0001}",
  ];
  for (const text of odd) expect(await find(text)).toBeInstanceOf(Array);
  await expect(find("before:soon")).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("date"),
  });
});

test("any message within the limits can be stored and found", async () => {
  const { ada, channel, find } = await setUp();
  const fill = (pattern: string, length: number) => [...pattern.repeat(length)].slice(0, length).join("");
  const different = (length: number) => String.fromCodePoint(...Array.from({ length }, (_, at) => 0xac00 + at));
  const texts = [
    "x",
    "\u{1d160}",
    "ﷺ",
    "각",
    "字",
    "\u0344",
    "😀",
    "\\",
    '"\n',
    "\u0001",
    "é",
    "ab ",
    "\u{10ffff}",
    "İ",
  ];
  for (const text of [...texts.map((each) => fill(each, 8000)), different(8000)]) {
    const embeds = Array.from({ length: 10 }, () => ({
      title: "marker",
      description: [...text].slice(0, 4000).join(""),
      footer: { text: [...text].slice(0, 1900).join("") },
    }));
    await say(ada, channel, text, embeds);
  }
  // Indexing this much takes longer than a search waits.
  await vi.waitFor(
    async () =>
      expect(await countMessages(ada, { text: `in:${channel.name} marker`, timeZone: "UTC" })).toMatchObject({
        count: texts.length + 1,
      }),
    { timeout: 20_000 },
  );
  expect(await find(`x${"x".repeat(250)}`)).toHaveLength(1);
});

test("a search that takes the database too long ends with a sentence", async () => {
  const { ada, channel, find } = await setUp();
  await say(ada, channel, "anything");
  expect(await find("anything")).toEqual(["anything"]);
  const other = await pool().connect();
  try {
    await other.query("BEGIN; LOCK TABLE messages IN ACCESS EXCLUSIVE MODE");
    await expect(find("anything")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/^Your search took too long\. /),
    });
  } finally {
    await other.query("ROLLBACK");
    other.release();
  }
});
