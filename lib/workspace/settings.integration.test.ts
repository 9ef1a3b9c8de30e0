import { beforeEach, expect, test } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { createChannel } from "@/lib/channels/create-channel";
import { db } from "@/lib/db/client";
import { subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";
import type { SessionUser } from "@/lib/people/find-session-user";
import { createInvite, findInvite, listInvites } from "@/lib/people/sign-in/invites";
import { joinWorkspace } from "@/lib/people/sign-in/join-workspace";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { updateWorkspace, workspaceSettings } from "./settings";
import { workspaceFor } from "./workspace";

let owner: SessionUser;
let member: SessionUser;
let joined = 0;

beforeEach(async () => {
  await db().workspace.deleteMany();
  await db().channel.updateMany({ data: { archivedAt: new Date() } });
  await db().workspace.create({ data: { name: "Acme" } });
  [owner, member] = [await makeUser({ role: "owner" }), await makeUser()];
});

const codeOf = ({ url }: { url: string }) => url.split("/").at(-1) ?? "";

async function join(code: string): Promise<bigint> {
  joined += 1;
  const input = { code, name: "Grace", email: `grace-${joined}@example.com`, password: "a long password" };
  return (await joinWorkspace(input, `192.0.2.${joined}`)).userId;
}

async function channelsOf(userId: bigint): Promise<string[]> {
  const select = { channel: { select: { name: true } } } as const;
  const found = await db().membership.findMany({ where: { userId }, orderBy: { channelId: "asc" }, select });
  return found.map(({ channel }) => channel.name);
}

test("owners and admins change the settings, everyone's pages learn of it, and the audit log says what changed", async () => {
  const heard: Hint[] = [];
  const stop = subscribe((hint) => heard.push(hint));
  await updateWorkspace(owner, { name: "Analytical Engines" });
  await updateWorkspace(await makeUser({ role: "admin" }), { whoInvites: "admins" });
  stop();
  expect(heard).toEqual([{ kind: "channels" }, { kind: "channels" }]);
  expect(await workspaceSettings(member)).toMatchObject({
    name: "Analytical Engines",
    whoInvites: "admins",
    whoCreatesChannels: "everyone",
    canChange: false,
  });
  const { items: entries } = await auditPage(requireAuditReader(owner), { kind: "workspace" });
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ["workspace.updated", { whoInvites: { from: "everyone", to: "admins" } }],
    ["workspace.updated", { name: { from: "Acme", to: "Analytical Engines" } }],
  ]);
});

test("members can't change the settings", async () => {
  const refused = { code: "forbidden", message: "Only owners and admins can change the workspace's settings." };
  await expect(updateWorkspace(member, { name: "Mine" })).rejects.toMatchObject(refused);
  expect((await workspaceSettings(member)).name).toBe("Acme");
});

test("setting the same values again records nothing", async () => {
  const before = await db().auditEntry.count();
  await updateWorkspace(owner, { name: "Acme", whoInvites: "everyone" });
  expect(await db().auditEntry.count()).toBe(before);
});

test("if only admins may create channels, members can't", async () => {
  await updateWorkspace(owner, { whoCreatesChannels: "admins" });
  const refused = {
    code: "forbidden",
    message: expect.stringMatching(/^Only owners and admins can create channels\./),
  };
  await expect(createChannel(member, { name: "mine", private: true })).rejects.toMatchObject(refused);
  await createChannel(owner, { name: "mine", private: true });
  expect(await workspaceFor(member)).toMatchObject({ mayInvite: true, mayCreateChannels: false });
  expect(await workspaceFor(owner)).toMatchObject({ mayInvite: true, mayCreateChannels: true });
});

test("if only admins may invite, members can't, and the links they created stop working until they may again", async () => {
  await makeChannel();
  const [theirs, admins] = [await createInvite(member, ""), await createInvite(owner, "")];
  await updateWorkspace(owner, { whoInvites: "admins" });
  const refused = { code: "forbidden", message: expect.stringMatching(/^Only owners and admins can invite people\./) };
  await expect(createInvite(member, "")).rejects.toMatchObject(refused);
  expect(await findInvite(codeOf(theirs))).toEqual({ end: "admins_only" });
  await expect(join(codeOf(theirs))).rejects.toMatchObject({
    message: expect.stringMatching(/Only owners and admins/),
  });
  expect((await listInvites(owner, "")).map(({ id }) => id)).toEqual([admins.id]);
  await join(codeOf(admins));
  await updateWorkspace(owner, { whoInvites: "everyone" });
  await join(codeOf(theirs));
});

test("people who join become members of the default channels, read up to now", async () => {
  const [general, deploys] = [
    await makeChannel({ name: "general-1" }),
    await makeChannel({ name: "deploys-1", msgSeq: 7, rev: 7 }),
  ];
  const code = codeOf(await createInvite(owner, ""));
  expect(await channelsOf(await join(code))).toEqual([general.name]);
  await updateWorkspace(owner, { defaultChannelIds: [deploys.id, general.id] });
  const userId = await join(code);
  expect(await channelsOf(userId)).toEqual([general.name, deploys.name]);
  const membership = await db().membership.findFirst({ where: { userId, channelId: deploys.id } });
  expect(membership?.lastReadSeq).toBe(7n);
  expect((await workspaceSettings(owner)).defaultChannels.map(({ name }) => name)).toEqual([
    general.name,
    deploys.name,
  ]);
});

test("archived default channels are left out, and without any the oldest public channel is joined", async () => {
  const [general, deploys] = [await makeChannel({ name: "general-2" }), await makeChannel({ name: "deploys-2" })];
  await updateWorkspace(owner, { defaultChannelIds: [deploys.id] });
  await db().channel.update({ where: { id: deploys.id }, data: { archivedAt: new Date() } });
  const code = codeOf(await createInvite(owner, ""));
  expect(await channelsOf(await join(code))).toEqual([general.name]);
});

test("private, archived and unknown channels can't be default channels", async () => {
  const [secret, old] = [await makeChannel({ kind: "private" }), await makeChannel({ archivedAt: new Date() })];
  for (const id of [secret.id, old.id, 1n]) {
    const refused = { code: "invalid", field: "defaultChannelIds" };
    await expect(updateWorkspace(owner, { defaultChannelIds: [id] })).rejects.toMatchObject(refused);
  }
});
