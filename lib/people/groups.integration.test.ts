import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { mentionablePeople } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { sendMessage } from "@/lib/messages/post/send-message";
import { findMessage } from "@/lib/messages/read/queries";
import { createGroup, deleteGroup, findGroup, listGroups, updateGroup } from "@/lib/people/groups";
import { userGroupSchema } from "@/lib/people/schema";
import { makeChannel, makeUser, makeWebhook, postedMessage, webhookDraft, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";

async function setUp() {
  const admin = await makeUser({ role: "admin" });
  const [ann, bo, cy] = [
    await makeUser({ name: "Ann" }),
    await makeUser({ name: "Bo" }),
    await makeUser({ name: "Cy" }),
  ];
  // Cy isn't in the channel.
  const channel = await makeChannel({ members: [admin, ann, bo] });
  const handle = `oncall-${admin.id}`;
  await createGroup(admin, { handle, description: "", memberIds: [ann.id, cy.id] });
  const id = BigInt((await listGroups()).find((group) => group.handle === handle)?.id ?? 0);
  const write = async (content: string) =>
    sendMessage(await requireChannel(bo, channel.id), { content, nonce: `nonce-${Math.random()}`, threadId: null });
  const mentioned = async (messageId: string | bigint) =>
    (await db().message.findUniqueOrThrow({ where: { id: BigInt(messageId) } })).mentionedUserIds;
  return { admin, ann, bo, cy, channel, handle, id, write, mentioned };
}

test("a mention of a group mentions its members who are in the channel, by its handle or its ID", async () => {
  const { ann, handle, id, write, mentioned } = await setUp();
  const message = await write(`@${handle} the disk is full`);
  expect(message.content).toBe(`<@&${id}> the disk is full`);
  expect(message.mentions).toEqual([{ id: `${id}`, name: handle, notifies: true, group: [`${ann.id}`] }]);
  expect(await mentioned(message.id)).toEqual([ann.id]);
  expect(await mentioned((await write(`\`@${handle}\` in code`)).id)).toEqual([]);
  expect(await mentioned((await write(`mail@${handle}`)).id)).toEqual([]);
});

test("a webhook mentions a group if its sender asks for that", async () => {
  const { ann, channel, handle, id, mentioned } = await setUp();
  const made = await makeWebhook({ channelId: channel.id });
  const post = async (allowedMentions: { parse?: string[]; roles?: string[] } | null) =>
    (await postedMessage(webhookDraft(made, { content: `<@&${id}> down`, allowedMentions }))).messageId;
  expect(await mentioned(await post(null))).toEqual([]);
  expect(await mentioned(await post({ parse: ["users"] }))).toEqual([]);
  expect(await mentioned(await post({ parse: ["roles"] }))).toEqual([ann.id]);
  expect(await mentioned(await post({ roles: [`${id}`] }))).toEqual([ann.id]);
  // A person's ID in a group's form, and the other way around, is no one's.
  const draft = webhookDraft(made, {
    content: `<@&${ann.id}> <@${id}>`,
    allowedMentions: { parse: ["roles", "users"] },
  });
  expect(await mentioned((await postedMessage(draft)).messageId)).toEqual([]);

  // By its handle, in Parley's own format and in Slack's.
  const send = async (path: string, body: object) => {
    await sendRequest(webhookPath(made, path), { body: JSON.stringify(body) });
    const last = await db().message.findFirstOrThrow({ where: { channelId: channel.id }, orderBy: { seq: "desc" } });
    return last.mentionedUserIds;
  };
  const content = `@${handle} down`;
  expect(await send("", { content })).toEqual([]);
  expect(await send("", { content, allowed_mentions: { parse: ["roles"] } })).toEqual([ann.id]);
  expect(await send("/slack", { text: `<!subteam^S0123|@${handle}> down` })).toEqual([ann.id]);
  expect(await send("/slack", { text: content })).toEqual([]);
});

test("deactivated people aren't mentioned, and neither is a deleted group, whose handle old messages keep", async () => {
  const { admin, ann, handle, id, write, mentioned } = await setUp();
  const before = await write(`@${handle} first`);
  await db().user.update({ where: { id: ann.id }, data: { deactivatedAt: new Date() } });
  expect(await mentioned((await write(`@${handle} second`)).id)).toEqual([]);
  await deleteGroup(admin, id);
  expect((await write(`@${handle} third`)).content).toBe(`@${handle} third`);
  expect((await findMessage(BigInt(before.id)))?.mentions[0]?.name).toBe(handle);
  await expect(findGroup(id)).rejects.toMatchObject({ code: "not_found" });
  // The handle is free again.
  await createGroup(admin, { handle, description: "", memberIds: [] });
});

test("only owners and admins change groups, and each handle belongs to one", async () => {
  const { admin, ann, bo, handle, id } = await setUp();
  const input = { handle: `other-${id}`, description: "Team", memberIds: [bo.id] };
  await expect(createGroup(ann, input)).rejects.toMatchObject({ code: "not_found" });
  await expect(updateGroup(ann, id, input)).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteGroup(ann, id)).rejects.toMatchObject({ code: "not_found" });
  await makeUser({ name: `Handle${id}` });
  await expect(createGroup(admin, { ...input, handle: `handle${id}` })).rejects.toMatchObject({ code: "conflict" });
  await expect(createGroup(admin, { ...input, handle })).rejects.toMatchObject({ code: "conflict" });
  await updateGroup(admin, id, input);
  expect(await findGroup(id)).toMatchObject({ handle: `other-${id}`, members: [{ name: "Bo" }] });
  expect(userGroupSchema.safeParse({ handle: "@Everyone", description: "", memberIds: [] }).success).toBe(false);
  expect(userGroupSchema.parse({ handle: "@OnCall", description: "", memberIds: [] }).handle).toBe("oncall");
});

test("completion offers groups with how many of their members are here", async () => {
  const { bo, channel, handle } = await setUp();
  const found = await mentionablePeople(await requireChannel(bo, channel.id), handle.slice(0, 10));
  expect(found).toContainEqual(expect.objectContaining({ name: handle, group: { here: 1, all: 2 } }));
});
