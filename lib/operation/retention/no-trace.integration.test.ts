import { hash } from "@node-rs/argon2";
import { beforeEach, describe, expect, test } from "vitest";
import { recordAudit } from "@/lib/audit/record-audit";
import { recordFailedSignIn } from "@/lib/audit/sign-ins";
import { requireChannel } from "@/lib/channels/access";
import { addMembers, joinChannel } from "@/lib/channels/membership";
import { db } from "@/lib/db/client";
import { discardUnused } from "@/lib/files/uploads/sweep-files";
import { editMessage, setReaction } from "@/lib/messages/change/change-as-member";
import { addReminder } from "@/lib/messages/later/items";
import { forwardMessage } from "@/lib/messages/post/forward-message";
import { postLines } from "@/lib/messages/post/post-lines";
import { postMessages } from "@/lib/messages/post/post-messages";
import { messagePage } from "@/lib/messages/read/queries";
import { schedule } from "@/lib/messages/scheduled/scheduled";
import { indexBatch } from "@/lib/messages/search/index-messages";
import { saveSearch } from "@/lib/messages/search/saved-searches";
import { tendWordList } from "@/lib/messages/search/tend-word-list";
import { updateProfile } from "@/lib/people/account/account";
import type { SessionUser } from "@/lib/people/find-session-user";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { signInBySso } from "@/lib/people/sign-in/sign-in-by-sso";
import { noteTimeZone } from "@/lib/people/time-zone";
import { countTry } from "@/lib/people/try-limits";
import { makeFile } from "@/lib/testing/attachments";
import {
  makeChannel,
  makeUser,
  makeWebhook,
  makeWorkspace,
  postedMessage,
  said,
  userDraft,
} from "@/lib/testing/factories";
import { deletePerson } from "./delete-person";
import { erasePeople } from "./erase-people";

// A single word of letters, so that the search index has it as it is.
const MARK = "zyxquuxi";
const BYTES = new Uint8Array(Buffer.from(MARK));
const NETWORK = "198.51.100.77";
const PASSWORD = "a long password";
const OIDC = { issuer: "https://sso", clientId: "parley", clientSecret: "secret", allowedDomains: [], name: "SSO" };
let owner: SessionUser;
let ada: SessionUser;
let zeb: SessionUser;

beforeEach(async () => {
  await makeWorkspace();
  await db().user.deleteMany();
  await db().importedThing.deleteMany();
  await db().rateLimiterFlexible.deleteMany();
  await db().userGroup.deleteMany();
  await db().searchWord.deleteMany();
  owner = await makeUser({ role: "owner", password: PASSWORD });
  ada = await makeUser();
  zeb = await makeUser({ name: MARK, email: `${MARK}@example.com` });
});

/** Every table with a row that holds the mark, as text or bytes, or the network. */
async function traces(): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await db().$queryRawUnsafe<{ any: boolean }[]>(
      `SELECT EXISTS (SELECT FROM "${name}" t WHERE t::text ILIKE ANY($1)) AS any`,
      [MARK, Buffer.from(MARK).toString("hex"), NETWORK].map((each) => `%${each}%`),
    );
    if (row?.any) found.push(name);
  }
  return found.toSorted();
}

/** Leaves the mark in every place where the product stores something of a person's. */
async function leaveTraces() {
  const userId = zeb.id;
  const channel = await makeChannel({ members: [owner, ada, zeb] });
  const open = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id, createdById: zeb.id });
  const file = await makeFile(`${MARK}'s notes`);
  const as = await requireChannel(zeb, channel.id);

  const attachments = [{ file, name: `${MARK}.txt`, description: MARK }];
  const root = (await postedMessage(userDraft(zeb, channel, { content: `I am ${MARK}`, attachments }))).messageId;
  await editMessage(as, root, `I am ${MARK} indeed`);
  const mention = await said(ada, channel, `thanks <@${zeb.id}>`);
  await setReaction(as, mention, "👍", true);
  const source = await requireChannel(ada, channel.id);
  const copy = { content: "", nonce: "copy" };
  const forwarded = await forwardMessage(source, root, await requireChannel(ada, open.id), copy);
  const notes = await makeChannel({ kind: "direct", members: [zeb] });
  await said(zeb, notes, MARK);
  const direct = await makeChannel({ kind: "direct", members: [zeb, ada] });
  await said(zeb, direct, `just between us, ${MARK}`);
  await joinChannel(await requireChannel(zeb, open.id));
  await postLines();

  await updateProfile(zeb, { name: `${MARK} II`, title: MARK });
  await updateProfile(zeb, { name: MARK });
  await db().$executeRaw`
    UPDATE users SET title = ${MARK}, time_zone = ${MARK}, status_emoji = '🏖️', status_text = ${MARK}, keywords = ${[MARK]},
      avatar_url = ${`https://example.com/${MARK}.png`}, password_hash = ${MARK} WHERE id = ${userId}`;
  await db().session.updateMany({ where: { userId }, data: { userAgent: MARK, address: NETWORK } });
  await db().identity.create({ data: { userId, issuer: "https://sso", subject: MARK, email: `${MARK}@sso.example` } });
  await db().authenticatorApp.create({ data: { userId, secret: BYTES, lastStep: 1 } });
  await db().recoveryCode.create({ data: { userId, hash: BYTES } });
  const passkey = { credentialId: MARK, publicKey: BYTES, counter: 0, domain: MARK, name: MARK };
  await db().passkey.create({ data: { userId, ...passkey } });
  const expiresAt = new Date(Date.now() + 600_000);
  const step = { tokenHash: BYTES, kind: "second-step", passwordHash: MARK, challenge: MARK, network: NETWORK };
  await db().signInStep.create({ data: { userId, expiresAt, ...step } });
  await db().passwordReset.create({ data: { userId, tokenHash: BYTES, expiresAt } });
  await db().invite.create({ data: { createdById: userId, expiresAt } });
  const device = { sessionId: zeb.sessionId, endpointHash: BYTES, sealed: BYTES, host: `${MARK}.example.com` };
  await db().pushSubscription.create({
    data: { userId, ...device, waiting: { create: { messageId: mention, dueAt: expiresAt } } },
  });
  await db().notificationSettings.create({ data: { userId, quietZone: MARK } });
  await db().mailDigest.create({ data: { userId } });
  await db().keywordChange.create({ data: { userId } });
  await db().avatar.create({ data: { hash: BYTES, size: 1, userId, ownerId: userId } });

  const place = { userId, channelId: channel.id };
  await db().draft.create({
    data: { ...place, conversationId: channel.id, text: MARK, marks: [MARK], writtenAt: expiresAt },
  });
  const stored = { hash: new Uint8Array(file.hash), name: `${MARK}.txt`, size: 1, contentType: "text/plain", userId };
  const files = { create: stored };
  await db().scheduledMessage.create({
    data: { ...place, content: MARK, nonce: MARK, sendAt: expiresAt, problem: MARK, files },
  });
  await db().laterItem.create({ data: { userId, text: MARK, remindAt: expiresAt } });
  await db().savedSearch.create({ data: { userId, name: MARK, query: `from:${MARK}` } });
  await db().sidebarSection.create({ data: { userId, name: MARK, key: MARK, position: 9 } });
  await db().membership.update({ where: { channelId_userId: place }, data: { sectionKey: MARK } });
  await db().userMute.createMany({
    data: [
      { userId, mutedId: ada.id },
      { userId: ada.id, mutedId: userId },
    ],
  });
  await db().webhookMute.create({ data: { userId, webhookId: made.webhook.id } });
  await db().userGroup.create({ data: { handle: "oncall", members: { create: { userId } } } });

  const delivery = { webhookId: made.webhook.id, channelId: channel.id, dialect: "json", method: "POST", status: 200 };
  await db().delivery.create({
    data: { ...delivery, durationMs: 1, size: 1, payload: `{"by":"${MARK}"}`, origin: "replay", sentById: userId },
  });

  await recordAudit(db(), { actor: zeb, action: "session.started", network: NETWORK });
  await recordAudit(db(), { actor: null, action: "account.reset_asked", member: zeb, network: NETWORK });
  await recordAudit(db(), {
    actor: zeb,
    action: "account.passkey_removed",
    details: { name: { from: MARK, to: null } },
  });
  await recordAudit(db(), { actor: owner, action: "channel.member_added", channel, member: zeb });
  const members = { from: `Ada, ${MARK}`, to: "Ada" };
  await recordAudit(db(), { actor: owner, action: "group.updated", details: { members, group: "oncall" } });
  const auditEntryId = await recordAudit(db(), { actor: owner, action: "workspace.person_exported", member: zeb });
  await recordFailedSignIn(zeb, NETWORK);
  await db().notice.create({ data: { userId, auditEntryId: auditEntryId ?? 0n } });
  await countTry("login-account", `${zeb.email} ${NETWORK}`);

  const imported = { source: "mattermost:example", thingId: userId };
  await db().importedThing.createMany({
    data: ["person", "avatar", "member"].map((kind) => ({ ...imported, kind, key: MARK })),
  });
  await db().importedThing.create({ data: { ...imported, kind: "channel", key: `${MARK}__ada`, thingId: direct.id } });
  const key = { channelId: channel.id, source: "mattermost:example" };
  await db().importedMessage.createMany({
    data: [
      { ...key, key: `1500000000000:${MARK}:00000000`, messageId: root },
      // Retention has deleted this one.
      { ...key, key: `1500000000001:${MARK}:00000000`, messageId: 7n },
    ],
  });
  while ((await indexBatch())?.more) {}
  return { channel, open, root, mention, forwarded, direct };
}

/** Runs what follows within seconds or hours: the search index, its words, and files that no one uses. */
async function catchUp(): Promise<void> {
  while ((await indexBatch())?.more) {}
  await db().searchWordsProgress.updateMany({ data: { checkedTo: "" } });
  await tendWordList();
  await discardUnused();
}

/** Makes the deletions an hour older, so that nothing can be under way anymore. */
async function settle(): Promise<void> {
  await db().$executeRaw`UPDATE users SET deleted_at = deleted_at - interval '1 hour' WHERE deleted_at IS NOT NULL`;
}

const HELD = [
  "attachments",
  "audit_entries",
  "authenticator_apps",
  "deliveries",
  "drafts",
  "file_uses",
  "identities",
  "imported_messages",
  "imported_things",
  "later_items",
  "memberships",
  "message_edits",
  "message_search",
  "messages",
  "notification_settings",
  "passkeys",
  "password_resets",
  "pictures",
  "push_subscriptions",
  "rate_limits",
  "recovery_codes",
  "saved_searches",
  "scheduled_files",
  "scheduled_messages",
  "search_words",
  "sessions",
  "sidebar_sections",
  "sign_in_steps",
  "users",
];

const remove = { messages: "remove", files: "remove", name: MARK, proof: PASSWORD } as const;

describe("no table holds anything of a person who was deleted with their messages and files", () => {
  test("whatever they left, as text or bytes", async () => {
    const { channel, mention, open } = await leaveTraces();
    expect(await traces()).toEqual(HELD);
    await deletePerson(owner, zeb.id, remove);
    await settle();
    await erasePeople();
    await catchUp();
    expect(await traces()).toEqual([]);
    expect(await db().personDeletion.findFirstOrThrow()).toMatchObject({ endedAt: expect.any(Date), names: null });
    // Others' mentions and the channel's lines have ids, and show what the row says.
    const page = (await messagePage(channel.id, { at: "latest" })).messages;
    const mentions = page.find(({ id }) => id === `${mention}`)?.mentions;
    expect(mentions).toMatchObject([{ id: `${zeb.id}`, name: "Deleted person" }]);
    const inOpen = (await messagePage(open.id, { at: "latest" })).messages.map(({ content }) => content);
    expect(inOpen).toContain("**Deleted person** joined.");
  });

  test("wherever the job was interrupted", async () => {
    await leaveTraces();
    await deletePerson(owner, zeb.id, remove);
    await settle();
    const ended = () => db().personDeletion.count({ where: { endedAt: { not: null } } });
    let steps = 0;
    for (; (await ended()) === 0; steps += 1) {
      let left = steps;
      await erasePeople(() => left-- > 0);
    }
    expect(steps).toBeGreaterThan(15);
    await catchUp();
    expect(await traces()).toEqual([]);
  });

  test("also what was being written when their account was deleted", async () => {
    await leaveTraces();
    await deletePerson(owner, zeb.id, remove);
    await erasePeople();
    expect(await db().personDeletion.findFirstOrThrow()).toMatchObject({ endedAt: null });
    // As transactions do that began before and commit now.
    const userId = zeb.id;
    await db().session.create({ data: { userId, userAgent: MARK, address: NETWORK } });
    await db().user.update({ where: { id: userId }, data: { timeZone: MARK, statusText: MARK } });
    await db().savedSearch.create({ data: { userId, name: MARK, query: MARK } });
    await recordFailedSignIn(zeb, NETWORK);
    await settle();
    await erasePeople();
    await catchUp();
    expect(await traces()).toEqual([]);
    expect(await db().personDeletion.findFirstOrThrow()).toMatchObject({ endedAt: expect.any(Date) });
  });

  test("also what they and others do at that moment: signing in, writing, editing, joining and being added", async () => {
    const { channel, root } = await leaveTraces();
    const password = "zeb's long password";
    await db().authenticatorApp.deleteMany();
    await db().passkey.deleteMany();
    await db().recoveryCode.deleteMany();
    await db().user.update({ where: { id: zeb.id }, data: { passwordHash: await hash(password) } });
    const device = { userAgent: MARK, address: NETWORK };
    const sso = { subject: MARK, email: zeb.email, isVerified: true, name: MARK };
    const as = await requireChannel(zeb, channel.id);
    const soon = new Date(Date.now() + 3_600_000);
    const act = (n: number) => [
      () => signIn({ email: zeb.email, password }, device),
      () => signInBySso(OIDC, sso, null, device),
      () => postMessages([userDraft(zeb, channel, { content: `${MARK} ${n}` })]),
      () => editMessage(as, root, `${MARK} ${n}`),
      () => saveSearch(zeb, { name: `${MARK} ${n}`, query: MARK }),
      () => addReminder(zeb, MARK, soon),
      () =>
        schedule(zeb, {
          channelId: channel.id,
          content: MARK,
          nonce: `${n}`,
          threadId: null,
          inChannel: false,
          sendAt: soon,
        }),
      () => updateProfile(zeb, { name: `${MARK} ${n}` }),
      async () => addMembers(await requireChannel(ada, (await makeChannel({ members: [ada] })).id), zeb.id),
      async () => joinChannel(await requireChannel(zeb, (await makeChannel({ members: [ada] })).id)),
      async () => noteTimeZone(zeb, "Europe/Berlin"),
    ];
    const started = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => act(from + n).map((run) => run())).flat();
    const before = started(0, 4);
    const deletion = deletePerson(owner, zeb.id, { ...remove, name: zeb.email });
    const after = started(4, 8);
    await Promise.allSettled([...before, ...after]);
    await deletion;
    // Failed sign-ins by network alone, which end within a quarter of an hour.
    await db().rateLimiterFlexible.deleteMany({ where: { key: { startsWith: "login-address:" } } });
    await settle();
    await erasePeople();
    await catchUp();
    expect(await traces()).toEqual([]);
    expect(await db().session.count({ where: { userId: zeb.id } })).toBe(0);
    expect(await db().user.findUniqueOrThrow({ where: { id: zeb.id } })).toMatchObject({
      timeZone: null,
      name: "Deleted person",
    });
    const left = { userId: zeb.id, channel: { kind: { not: "direct" as const } } };
    expect(await db().membership.count({ where: left })).toBe(0);
  });
});
