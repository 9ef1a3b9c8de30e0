import { expect, test } from "vitest";
import { listNotices } from "@/lib/attention/notices/queries";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { requireChannel } from "@/lib/channels/access";
import { leaveChannel } from "@/lib/channels/membership";
import { setArchived } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { makeChannel, makeMember, makeUser, makeWebhook, webhookDraft } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { allWebhooks } from "@/lib/webhooks/all-webhooks";
import { deleteWebhook, setPaused, updateWebhook } from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { listWebhooks } from "@/lib/webhooks/queries";
import { updateWebhookSchema } from "@/lib/webhooks/schema";
import { tellSilence } from "@/lib/webhooks/silence";

const HOUR_MS = 3_600_000;

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

/** A webhook that has been expected to post daily for two days, with its manager and creator. */
async function setUp(fields: { kind?: "public" | "private" } = {}) {
  const [manager, creator] = [await makeUser(), await makeUser()];
  const channel = await makeChannel({ ...fields, members: [creator] });
  await makeMember(channel, manager, "manager");
  const expected = { expectedEveryHours: 24, expectedSince: ago(48) };
  const made = await makeWebhook({ channelId: channel.id, createdById: creator.id, name: "Backup", ...expected });
  const { id } = made.webhook;
  const managed = () => requireWebhookManager(manager, channel.id);
  const set = (data: object) => db().webhook.update({ where: { id }, data });
  /** Runs the check and returns the actions in the manager's notices. */
  const notices = async () => {
    await tellSilence();
    return (await listNotices(manager)).map(({ action }) => action);
  };
  const shown = async () => {
    const [here] = await listWebhooks(await managed());
    const everywhere = (await allWebhooks(manager)).items.find((webhook) => webhook.id === `${id}`);
    expect([everywhere?.state, everywhere?.silentSince]).toEqual([here?.state, here?.silentSince]);
    return [here?.state, here?.silentSince];
  };
  const post = () => postMessages([webhookDraft(made)]);
  return { manager, creator, channel, id, made, managed, set, notices, shown, post };
}

const SILENT = "webhook.fell_silent";

test("a webhook that hasn't posted for as long as expected gets one notice and the state Silent", async () => {
  const { manager, creator, channel, id, set, notices, shown } = await setUp();
  const lastUsedAt = ago(24.1);
  await set({ lastUsedAt: ago(23.9) });
  expect([await notices(), await shown()]).toEqual([[], ["active", null]]);
  await set({ lastUsedAt });
  expect([await notices(), await shown()]).toEqual([[SILENT], ["silent", lastUsedAt.toISOString()]]);
  expect(await notices()).toEqual([SILENT]);
  for (const user of [manager, creator]) {
    expect(await listNotices(user)).toMatchObject([
      {
        action: SILENT,
        actorName: null,
        webhookId: `${id}`,
        webhookName: "Backup",
        channelName: channel.name,
        silentHours: 24,
        reason: null,
        opensLog: true,
      },
    ]);
  }
  const reader = requireAuditReader(await makeUser({ role: "admin" }));
  expect((await auditPage(reader, { webhookId: id })).items).toMatchObject([{ action: SILENT, silentHours: 24 }]);
});

test("posting ends the silence immediately, and the next silence gets a new notice", async () => {
  const { set, notices, shown, post } = await setUp();
  expect([await notices(), (await shown())[0]]).toEqual([[SILENT], "silent"]);
  await post();
  expect([await shown(), await notices()]).toEqual([["active", null], [SILENT]]);
  const lastUsedAt = ago(24);
  await set({ lastUsedAt });
  expect([await notices(), await shown()]).toEqual([
    [SILENT, SILENT],
    ["silent", lastUsedAt.toISOString()],
  ]);
});

test("if several processes run, one of them notifies", async () => {
  const { manager } = await setUp();
  await Promise.all(Array.from({ length: 8 }, () => tellSilence()));
  expect(await listNotices(manager)).toHaveLength(1);
});

test("a failing webhook stays failing and also shows when it fell silent", async () => {
  const { set, notices, shown } = await setUp();
  const lastUsedAt = ago(30);
  await set({ lastUsedAt, failing: true });
  expect([await notices(), await shown()]).toEqual([[SILENT], ["failing", lastUsedAt.toISOString()]]);
});

test("a webhook that is paused, deleted, archived or without the setting never becomes silent", async () => {
  const all = [await setUp(), await setUp(), await setUp(), await setUp()] as const;
  const [paused, deleted, archived, unset] = all;
  await setPaused(await paused.managed(), paused.id, true);
  await deleteWebhook(await deleted.managed(), deleted.id);
  await setArchived(await archived.managed(), true);
  const fields = { name: "Backup", description: "", avatarUrl: null };
  await updateWebhook(await unset.managed(), unset.id, { ...fields, expectedEveryHours: null });
  for (const { notices } of all) expect(await notices()).toEqual([]);
  expect(await paused.shown()).toEqual(["paused", null]);
});

test("changing the setting, resuming, moving, or unarchiving the channel each restart the period", async () => {
  const { manager, id, channel, managed, set, notices, shown } = await setUp();
  const there = await makeChannel();
  await makeMember(there, manager, "manager");
  const fields = { name: "Backup", description: "", avatarUrl: null };
  const acts = [
    async () => updateWebhook(await managed(), id, { ...fields, expectedEveryHours: 12 }),
    async () => {
      await setPaused(await managed(), id, true);
      await setPaused(await managed(), id, false);
    },
    async () => {
      await setArchived(await requireChannel(manager, channel.id), true);
      await setArchived(await requireChannel(manager, channel.id), false);
    },
  ];
  let count = 0;
  for (const act of acts) {
    await set({ expectedSince: ago(100) });
    count += 1;
    expect(await notices()).toHaveLength(count);
    expect((await shown())[0]).toBe("silent");
    await act();
    expect(await shown()).toEqual(["active", null]);
    expect(await notices()).toHaveLength(count);
    await set({ silentSince: null });
  }
  // Other changes don't.
  await set({ expectedSince: ago(100) });
  await updateWebhook(await managed(), id, { ...fields, name: "Nightly", expectedEveryHours: 12 });
  expect(await notices()).toHaveLength(count + 1);
  await moveWebhook(await managed(), id, await requireWebhookManager(manager, there.id));
  expect(await notices()).toHaveLength(count + 1);
  expect(await listWebhooks(await requireWebhookManager(manager, there.id))).toMatchObject([
    { state: "active", silentSince: null, expectedEveryHours: 12 },
  ]);
});

test("a creator who has left the private channel gets no notice", async () => {
  const { creator, channel, notices } = await setUp({ kind: "private" });
  await leaveChannel(await requireChannel(creator, channel.id));
  expect(await notices()).toEqual([SILENT]);
  expect(await listNotices(creator)).toEqual([]);
});

test("the setting is a whole number of hours, is kept if it's left out, and changes appear in the audit log", async () => {
  const { id, channel, managed } = await setUp();
  const ids = { channelId: `${channel.id}`, webhookId: `${id}` };
  const parse = (given: object) =>
    updateWebhookSchema.safeParse({ ...ids, name: "Backup", description: "", avatarUrl: "", ...given });
  for (const [given, hours] of [
    ["", null],
    [" 24 ", 24],
    [720, 720],
    [null, null],
    [undefined, undefined],
  ]) {
    expect(parse({ expectedEveryHours: given }).data?.expectedEveryHours).toBe(hours);
  }
  for (const wrong of ["0", "721", "1.5", "-1", "1e2", "0x10", "x", 0, 1.5, true, {}, []]) {
    expect(parse({ expectedEveryHours: wrong }).error?.issues[0]?.message).toMatch(/^Enter a whole number of hours/);
  }
  const fields = { name: "Backup", description: "", avatarUrl: null };
  expect(await updateWebhook(await managed(), id, fields)).toMatchObject({ expectedEveryHours: 24 });
  const changed = await updateWebhook(await managed(), id, { ...fields, expectedEveryHours: 6 });
  expect(changed).toMatchObject({ expectedEveryHours: 6 });
  expect(await updateWebhook(await managed(), id, { ...fields, expectedEveryHours: null })).toMatchObject({
    expectedEveryHours: null,
  });
  const reader = requireAuditReader(await makeUser({ role: "admin" }));
  expect((await auditPage(reader, { webhookId: id })).items.map(({ changes }) => changes)).toEqual([
    { expectedEveryHours: { from: 6, to: null } },
    { expectedEveryHours: { from: 24, to: 6 } },
  ]);
});
