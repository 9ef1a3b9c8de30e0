import { describe, expect, test } from "vitest";
import { assertCanManage, canManageWebhooks, requireChannel, requireMember } from "@/lib/channels/access";
import { addMembers, joinChannel, leaveChannel, removeMember, setMemberRole } from "@/lib/channels/membership";
import { setArchived, updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser } from "@/lib/testing/factories";
import { codeOf } from "@/lib/testing/refusals";

type Kind = "public" | "private" | "direct";
type Who = "stranger" | "member" | "manager" | "owner non-member" | "owner member" | "admin non-member";

async function person(who: Who, channel: { id: bigint }): Promise<SessionUser> {
  const user = await makeUser({
    role: who.startsWith("owner") ? "owner" : who.startsWith("admin") ? "admin" : "member",
  });
  if (who === "member" || who === "owner member") await makeMember(channel, user);
  if (who === "manager") await makeMember(channel, user, "manager");
  return user;
}

// Who can see the channel, is in it, manages it, and manages its webhooks if all members may.
const MATRIX: [Kind, Who, see: string, belong: string, manage: string, webhooks: boolean][] = [
  ["public", "stranger", "ok", "not_found", "forbidden", false],
  ["public", "member", "ok", "ok", "forbidden", true],
  ["public", "manager", "ok", "ok", "ok", true],
  ["public", "owner non-member", "ok", "not_found", "forbidden", false],
  ["public", "admin non-member", "ok", "not_found", "forbidden", false],
  ["public", "owner member", "ok", "ok", "ok", true],
  ["private", "stranger", "not_found", "not_found", "not_found", false],
  ["private", "member", "ok", "ok", "forbidden", true],
  ["private", "manager", "ok", "ok", "ok", true],
  ["private", "owner non-member", "not_found", "not_found", "not_found", false],
  ["private", "admin non-member", "not_found", "not_found", "not_found", false],
  ["private", "owner member", "ok", "ok", "ok", true],
  ["direct", "stranger", "not_found", "not_found", "not_found", false],
  ["direct", "owner non-member", "not_found", "not_found", "not_found", false],
  ["direct", "admin non-member", "not_found", "not_found", "not_found", false],
  ["direct", "member", "ok", "ok", "forbidden", false],
  ["direct", "owner member", "ok", "ok", "forbidden", false],
];

describe("access", () => {
  test.each(MATRIX)("a %s channel seen by a %s", async (kind, who, see, belong, manage, webhooks) => {
    const channel = await makeChannel({ kind });
    const user = await person(who, channel);
    const may = {
      see: await codeOf(() => requireChannel(user, channel.id)),
      belong: await codeOf(() => requireMember(user, channel.id)),
      manage: await codeOf(async () => assertCanManage(await requireChannel(user, channel.id))),
      webhooks: await requireChannel(user, channel.id).then(canManageWebhooks, () => false),
    };
    expect(may).toEqual({ see, belong, manage, webhooks });
  });

  test("a hidden channel gets the same error as a channel that doesn't exist", async () => {
    const [user, hidden] = [await makeUser({ role: "owner" }), await makeChannel({ kind: "private" })];
    const refusals = await Promise.all(
      [hidden.id, 4711n, 0n, 9223372036854775807n].map((id) =>
        requireChannel(user, id).catch((error: unknown) => error),
      ),
    );
    expect(new Set(refusals.map((error) => `${Reflect.get(Object(error), "code")} ${error}`)).size).toBe(1);
  });

  test("if only managers may manage webhooks, plain members can't", async () => {
    const channel = await makeChannel({ webhookManagers: "managers" });
    for (const [who, may] of [
      ["member", false],
      ["manager", true],
      ["owner member", true],
      ["owner non-member", false],
    ] as const) {
      expect([who, canManageWebhooks(await requireChannel(await person(who, channel), channel.id))]).toEqual([
        who,
        may,
      ]);
    }
  });

  test("only managers can change or archive a channel", async () => {
    const channel = await makeChannel();
    const change = { name: "renamed", topic: "", webhookManagers: "members" as const };
    const [member, manager] = [await person("member", channel), await person("manager", channel)];
    const [asMember, asManager] = [await requireChannel(member, channel.id), await requireChannel(manager, channel.id)];
    expect(await codeOf(() => updateChannel(asMember, change))).toBe("forbidden");
    expect(await codeOf(() => setArchived(asMember, true))).toBe("forbidden");
    await updateChannel(asManager, change);
    await setArchived(asManager, true);
    expect(await db().channel.findUnique({ where: { id: channel.id } })).toMatchObject({
      name: "renamed",
      archivedAt: expect.any(Date),
    });
  });
});

describe("members", () => {
  async function setUp(kind: Kind = "public") {
    const channel = await makeChannel({ kind });
    const [manager, member] = [await person("manager", channel), await person("member", channel)];
    const as = (user: SessionUser) => requireChannel(user, channel.id);
    const roles = async () => {
      const rows = await db().membership.findMany({
        where: { channelId: channel.id },
        select: { userId: true, role: true },
      });
      return new Map(rows.map(({ userId, role }) => [userId, role]));
    };
    return { channel, manager, member, as, roles };
  }

  test("anyone can join a public channel, joining twice changes nothing, and earlier messages count as read", async () => {
    const { channel, as, roles } = await setUp();
    await db().channel.update({ where: { id: channel.id }, data: { msgSeq: 7, rev: 7 } });
    const user = await makeUser();
    await joinChannel(await as(user));
    await joinChannel(await as(user));
    expect((await roles()).get(user.id)).toBe("member");
    const membership = { role: "member", lastReadSeq: 7n, notifications: "mentions", allReplies: false };
    expect((await as(user)).membership).toEqual(membership);
  });

  test("joining again doesn't make a manager a member", async () => {
    const { manager, as, roles } = await setUp();
    await joinChannel(await as(manager));
    expect((await roles()).get(manager.id)).toBe("manager");
  });

  test("no one can join an archived channel", async () => {
    const { channel, as } = await setUp();
    await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
    const user = await makeUser();
    expect(await codeOf(async () => joinChannel(await as(user)))).toBe("forbidden");
  });

  test("members can add people from the workspace, and outsiders can't add anyone", async () => {
    const { member, as, roles } = await setUp();
    const [one, gone, stranger] = [await makeUser(), await makeUser({ deactivatedAt: new Date() }), await makeUser()];
    await addMembers(await as(member), one.id);
    expect((await roles()).get(one.id)).toBe("member");
    expect(await codeOf(async () => addMembers(await as(member), gone.id))).toBe("not_found");
    expect(await codeOf(async () => addMembers(await as(member), 4711n))).toBe("not_found");
    expect(await codeOf(async () => addMembers(await as(stranger), stranger.id))).toBe("forbidden");
  });

  test("only managers can remove others and change roles", async () => {
    const { manager, member, as, roles } = await setUp();
    expect(await codeOf(async () => removeMember(await as(member), manager.id))).toBe("forbidden");
    expect(await codeOf(async () => setMemberRole(await as(member), member.id, "manager"))).toBe("forbidden");
    await setMemberRole(await as(manager), member.id, "manager");
    expect((await roles()).get(member.id)).toBe("manager");
    await removeMember(await as(manager), member.id);
    expect((await roles()).has(member.id)).toBe(false);
    expect(await codeOf(async () => removeMember(await as(manager), member.id))).toBe("not_found");
  });

  test("the last manager can't leave, be removed or step down while other members remain", async () => {
    const { channel, manager, member, as, roles } = await setUp();
    const before = await roles();
    expect(await codeOf(async () => leaveChannel(await as(manager)))).toBe("conflict");
    expect(await codeOf(async () => removeMember(await as(manager), manager.id))).toBe("conflict");
    expect(await codeOf(async () => setMemberRole(await as(manager), manager.id, "member"))).toBe("conflict");
    const owner = await makeUser({ role: "owner" });
    await makeMember(channel, owner);
    expect(await codeOf(async () => removeMember(await as(owner), manager.id))).toBe("conflict");
    await leaveChannel(await as(owner));
    expect(await roles()).toEqual(before);
    await leaveChannel(await as(member));
    await leaveChannel(await as(manager));
    expect((await roles()).size).toBe(0);
  });

  test("if two managers leave at the same moment, one of them stays", async () => {
    for (const _ of Array(10)) {
      const { channel, manager, as, roles } = await setUp();
      const other = await person("manager", channel);
      const proofs = [await as(manager), await as(other)];
      const codes = await Promise.all(proofs.map((proof) => codeOf(() => leaveChannel(proof))));
      expect(codes.toSorted()).toEqual(["conflict", "ok"]);
      expect([...(await roles()).values()].toSorted()).toEqual(["manager", "member"]);
    }
  });
});
