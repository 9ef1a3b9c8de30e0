import { expect, test } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import type { AuditAction } from "@/lib/audit/actions";
import type { AuditEntryDto } from "@/lib/audit/dto";
import { auditChoices, auditPage } from "@/lib/audit/queries";
import { recordAudit } from "@/lib/audit/record-audit";
import { requireChannel } from "@/lib/channels/access";
import { createChannel } from "@/lib/channels/create-channel";
import { addMembers, joinChannel, leaveChannel, removeMember, setMemberRole } from "@/lib/channels/membership";
import { setArchived, updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { makeChannel, makeMember, makePeople, makeUser } from "@/lib/testing/factories";
import { type Cursor, parseCursor } from "@/lib/text/cursor";
import { isAppError } from "@/lib/text/errors";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { deleteWebhook, regenerateToken, setPaused, updateWebhook } from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";

const FIELDS = { name: "CI", description: "", avatarUrl: null };
const SETTINGS = { topic: "", webhookManagers: "members" as const };
const BASE = "https://chat.example";

async function refused(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isAppError(error)) throw error ?? new Error("It was not refused.");
  return error.code;
}

async function setUp() {
  const admin = await makeUser({ name: "Ada", role: "owner" });
  const reader = requireAuditReader(admin);
  const manager = await makeUser({ name: "Grace" });
  const { id } = await createChannel(manager, { name: `audited-${admin.id}`, private: false });
  const page = async (filter: Parameters<typeof auditPage>[1] = {}) =>
    (await auditPage(reader, { channelId: id, ...filter })).items;
  const lines = async () => (await page()).map(({ action }) => action);
  return { admin, reader, manager, channelId: id, as: requireChannel, page, lines };
}

test("each change of a webhook records the actor, the change and the previous value", async () => {
  const { manager, channelId, page } = await setUp();
  const managed = await requireWebhookManager(manager, channelId);
  const { webhook } = await createWebhook(managed, FIELDS, BASE);
  const id = BigInt(webhook.id);
  await updateWebhook(managed, id, { name: "Build", description: "Runs nightly", avatarUrl: null });
  await updateWebhook(managed, id, { name: "Build", description: "Runs nightly", avatarUrl: null, takesAnyJson: true });
  await setPaused(managed, id, true);
  await setPaused(managed, id, false);
  await regenerateToken(managed, id, BASE);
  await deleteWebhook(managed, id);
  const entries = await page({ webhookId: id });
  expect(entries.map(({ action, webhookName }) => [action, webhookName])).toEqual([
    ["webhook.deleted", "Build"],
    ["webhook.token_regenerated", "Build"],
    ["webhook.resumed", "Build"],
    ["webhook.paused", "Build"],
    ["webhook.updated", "Build"],
    ["webhook.updated", "CI"],
    ["webhook.created", "CI"],
  ]);
  expect(entries[4]?.changes).toEqual({ takesAnyJson: { from: false, to: true } });
  expect(entries[5]).toMatchObject({
    actorName: "Grace",
    channelName: managed.channel.name,
    changes: { name: { from: "CI", to: "Build" }, description: { from: "", to: "Runs nightly" } },
  });
  expect(Object.keys(entries[5]?.changes ?? {})).not.toContain("avatarUrl");
});

test("no secrets are recorded", async () => {
  const { manager, channelId } = await setUp();
  const managed = await requireWebhookManager(manager, channelId);
  const { webhook, url } = await createWebhook(managed, FIELDS, BASE);
  const second = await regenerateToken(managed, BigInt(webhook.id), BASE);
  const avatarUrl = "https://cdn.example/a.png?signature=4711";
  await updateWebhook(managed, BigInt(webhook.id), { name: "CI", description: `posts to ${second.url}`, avatarUrl });
  const rows = await db().auditEntry.findMany({ where: { webhookId: BigInt(webhook.id) } });
  const text = JSON.stringify(rows.map(({ details, webhookName }) => [details, webhookName]));
  for (const secret of [url.split("/").at(-1), second.url.split("/").at(-1), "4711"])
    expect(text).not.toContain(secret);
  expect(text).toContain("https://cdn.example/a.png");
});

test("each change of a channel and its members is recorded", async () => {
  const { manager, channelId, as, page } = await setUp();
  const [added, joining] = [await makeUser({ name: "Linus" }), await makeUser({ name: "Edsger" })];
  const accessible = await as(manager, channelId);
  const name = `renamed-${channelId}`;
  await updateChannel(accessible, { ...SETTINGS, name, webhooksMayMentionEveryone: true });
  await addMembers(accessible, added.id);
  await joinChannel(await as(joining, channelId));
  await leaveChannel(await as(joining, channelId));
  await setMemberRole(accessible, added.id, "manager");
  await removeMember(accessible, added.id);
  await setArchived(accessible, true);
  await setArchived(accessible, false);
  const entries = await page();
  expect(entries.map(({ action, actorName, memberName }) => [action, actorName, memberName])).toEqual([
    ["channel.unarchived", "Grace", null],
    ["channel.archived", "Grace", null],
    ["channel.member_removed", "Grace", "Linus"],
    ["channel.role_changed", "Grace", "Linus"],
    ["channel.member_left", "Edsger", null],
    ["channel.member_joined", "Edsger", null],
    ["channel.member_added", "Grace", "Linus"],
    ["channel.updated", "Grace", null],
    ["channel.created", "Grace", null],
  ]);
  expect(entries.map(({ changes }) => changes)).toMatchObject([
    {},
    {},
    {},
    { role: { from: "member", to: "manager" } },
    {},
    {},
    {},
    { name: { from: accessible.channel.name, to: name }, webhooksMayMentionEveryone: { from: false, to: true } },
    {},
  ]);
});

test("an action that changes nothing isn't recorded", async () => {
  const { manager, channelId, as, lines } = await setUp();
  const accessible = await as(manager, channelId);
  const managed = await requireWebhookManager(manager, channelId);
  const { webhook } = await createWebhook(managed, FIELDS, BASE);
  const before = await lines();
  await updateChannel(accessible, { name: accessible.channel.name });
  await updateChannel(accessible, {});
  await setArchived(accessible, false);
  await joinChannel(accessible);
  await addMembers(accessible, manager.id);
  await setMemberRole(accessible, manager.id, "manager");
  await updateWebhook(managed, BigInt(webhook.id), FIELDS);
  await setPaused(managed, BigInt(webhook.id), false);
  expect(await lines()).toEqual(before);
});

test("a refused or failed action isn't recorded, and nothing is changed if recording fails", async () => {
  const { manager, channelId, as, lines } = await setUp();
  const [accessible, managed] = [await as(manager, channelId), await requireWebhookManager(manager, channelId)];
  const member = await makeUser();
  await makeMember({ id: channelId }, member);
  const taken = await makeChannel();
  const before = await lines();
  expect(await refused(updateChannel(await as(member, channelId), { ...SETTINGS, name: "x" }))).toBe("forbidden");
  expect(await refused(updateChannel(accessible, { ...SETTINGS, name: taken.name }))).toBe("conflict");
  expect(await refused(createChannel(manager, { name: taken.name, private: false }))).toBe("conflict");
  expect(await refused(leaveChannel(accessible))).toBe("conflict");
  expect(await refused(removeMember(await as(member, channelId), manager.id))).toBe("forbidden");
  expect(await refused(deleteWebhook(managed, 4711n))).toBe("not_found");
  expect(await lines()).toEqual(before);

  // Recording fails for an unknown actor, which undoes the change.
  const ghost = { ...accessible, user: { ...manager, id: 4711n } };
  await expect(setArchived(ghost, true)).rejects.toThrow();
  expect(await requireChannel(manager, channelId)).toMatchObject({ channel: { archivedAt: null } });
});

test("only owners and admins can read the log", async () => {
  const may = async (role: "owner" | "admin" | "member") => requireAuditReader(await makeUser({ role }));
  await createChannel(await makeUser(), { name: "seen", private: true });
  for (const role of ["owner", "admin"] as const) {
    expect((await auditPage(await may(role), {})).items[0]).toMatchObject({ channelName: "seen" });
  }
  expect(await refused(may("member"))).toBe("not_found");
});

test("the log can be filtered by kind, person and channel, in pages, and a move belongs to both channels", async () => {
  const { admin, reader, manager, channelId, page } = await setUp();
  const other = await makeChannel({ members: [manager, admin] });
  const [from, to] = [await requireWebhookManager(manager, channelId), await requireWebhookManager(manager, other.id)];
  const { webhook } = await createWebhook(from, FIELDS, BASE);
  await moveWebhook(from, BigInt(webhook.id), to);
  await addMembers(from, admin.id);
  const actions = async (filter: Parameters<typeof auditPage>[1]) =>
    (await auditPage(reader, filter)).items.map(({ action }) => action);
  expect(await actions({ channelId, kind: "webhooks" })).toEqual(["webhook.moved", "webhook.created"]);
  expect(await actions({ channelId: other.id })).toEqual(["webhook.moved"]);
  expect(await actions({ channelId, kind: "members" })).toEqual(["channel.member_added"]);
  expect(await actions({ channelId, kind: "channels" })).toEqual(["channel.created"]);
  expect(await actions({ channelId, personId: admin.id })).toEqual(["channel.member_added"]);
  expect((await page())[1]?.changes).toEqual({ channel: { from: from.channel.name, to: other.name } });
  const choices = await auditChoices(reader);
  expect(choices.channels).toContainEqual({ id: `${channelId}`, name: from.channel.name });
  expect(choices.people).toContainEqual({ id: `${manager.id}`, name: "Grace" });

  await db().$transaction(async (tx) => {
    for (const _ of Array(98)) {
      await recordAudit(tx, { actor: admin, action: "channel.archived", channel: { id: channelId, name: "x" } });
    }
  });
  const first = await auditPage(reader, { channelId });
  const second = await auditPage(reader, { channelId, after: parseCursor(first.next ?? "") });
  const third = await auditPage(reader, { channelId, after: parseCursor(second.next ?? "") });
  expect([first, second, third].map(({ items, next }) => [items.length, next !== null])).toEqual([
    [50, true],
    [50, true],
    [2, false],
  ]);
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
  expect(new Set(ids).size).toBe(102);
});

test("the log can be sorted by each column, in pages, newest first among equals, and reversed", async () => {
  const { admin, reader, manager, channelId } = await setUp();
  const channel = { id: channelId, name: "x" };
  const add = (actor: typeof admin | null, action: AuditAction, network?: string) =>
    recordAudit(db(), { actor, action, channel, ...(network && { network }) });
  await add(admin, "channel.archived");
  await add(null, "session.refused", "10.0.0.2");
  await add({ ...admin, name: "ábel" }, "session.started", "10.0.0.1");
  await add(manager, "channel.archived");
  const sorted = async (sort: "when" | "who" | "what" | "network", order: "" | "reversed" = "") => {
    const entries: AuditEntryDto[] = [];
    let after: Cursor | undefined;
    do {
      const page = await auditPage(reader, { channelId, sort, order, after }, 2);
      entries.push(...page.items);
      after = parseCursor(page.next ?? "");
    } while (after);
    return entries.map(({ actorName, action, network }) => [actorName, action, network ?? ""].join(" ").trim());
  };
  const newest = [
    "Grace channel.archived",
    "ábel session.started 10.0.0.1",
    "session.refused 10.0.0.2",
    "Ada channel.archived",
    "Grace channel.created",
  ];
  const [archived, started, refused, first, created] = newest;
  expect(await sorted("when")).toEqual(newest);
  expect(await sorted("when", "reversed")).toEqual(newest.toReversed());
  expect(await sorted("who")).toEqual([refused, first, archived, created, started]);
  expect(await sorted("who", "reversed")).toEqual([started, created, archived, first, refused]);
  expect(await sorted("what")).toEqual([archived, first, created, refused, started]);
  expect(await sorted("network")).toEqual([archived, first, created, started, refused]);
});

test("entries about a direct message's webhooks don't name the message or its people", async () => {
  const { reader, manager } = await setUp();
  const direct = await makeChannel({ kind: "direct", name: "Grace and Linus", members: [manager] });
  const { id: channelId, name } = direct;
  await db().$transaction(async (tx) => {
    const channel = { id: channelId, name, kind: "direct" as const };
    await recordAudit(tx, { actor: manager, action: "channel.member_added", channel });
    await recordAudit(tx, { actor: manager, action: "webhook.created", channel });
  });
  expect((await auditPage(reader, { channelId: direct.id })).items).toMatchObject([
    { action: "webhook.created", channelName: null },
  ]);
});

test("the filters offer the five hundred people with the latest entries, and the chosen one", async () => {
  const { reader } = await setUp();
  await makePeople(510);
  const people = await db().user.findMany({ orderBy: { id: "desc" }, take: 510, select: { id: true } });
  const latest = people.map(({ id }) => id).reverse();
  await db().$executeRaw`
    INSERT INTO audit_entries (actor_id, actor_name, kind, action)
    SELECT id, 'Person', 'sign-ins', 'session.started' FROM unnest(${latest}::bigint[]) WITH ORDINALITY AS t(id, n) ORDER BY n`;
  const [oldest = 0n] = latest;
  const offered = async (person?: bigint) =>
    new Set((await auditChoices(reader, { person })).people.map(({ id }) => BigInt(id)));
  expect((await offered()).size).toBe(500);
  expect([(await offered()).has(oldest), (await offered()).has(latest.at(-1) ?? 0n)]).toEqual([false, true]);
  expect((await offered(oldest)).has(oldest)).toBe(true);
});
