import { expect, test } from "vitest";
import { createChannels } from "@/lib/channels/create-channel";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { endFirstDay, firstDay } from "@/lib/people/first-day";
import { makeChannel, makeUser, makeWebhook, webhookDraft } from "@/lib/testing/factories";

const isNew = { firstDayEndedAt: null };

test("each of the owner's steps is done once its result exists, and they disappear when all are done", async () => {
  const workspace = await db().workspace.create({ data: { name: "Acme" }, select: { id: true } });
  const owner = await makeUser({ role: "owner", ...isNew });
  const general = await makeChannel({ members: [owner] });
  const nothing = { logoAdded: false, someoneJoined: false, channelMade: false, webhookMade: false };
  const done = async () => {
    const day = await firstDay(owner);
    return day?.kind === "steps" ? day.done : day;
  };
  expect(await done()).toEqual(nothing);
  const grace = await makeUser();
  expect(await done()).toEqual({ ...nothing, someoneJoined: true });
  await makeChannel({ kind: "direct", members: [owner, grace] });
  expect(await done()).toMatchObject({ channelMade: false });
  await makeChannel();
  expect(await done()).toMatchObject({ channelMade: true, webhookMade: false });
  await makeWebhook({ channelId: general.id });
  expect(await done()).toMatchObject({ webhookMade: true, logoAdded: false });
  await db().workspace.update({ where: { id: workspace.id }, data: { logoUrl: "logo" } });
  expect(await done()).toBeNull();
});

test("a new member sees the open public channels that they aren't in, the most recently used first", async () => {
  const grace = await makeUser(isNew);
  await makeChannel({ members: [grace] });
  const [quiet, busy] = [await makeChannel(), await makeChannel({ topic: "Builds" })];
  await makeChannel({ kind: "private" });
  await makeChannel({ archivedAt: new Date() });
  await postMessages([webhookDraft(await makeWebhook({ channelId: busy.id }))]);
  const day = await firstDay(grace);
  expect(day).toMatchObject({ kind: "welcome", pictured: false });
  const channels = day?.kind === "welcome" ? day.channels : [];
  const ours = channels.filter(({ id }) => [`${quiet.id}`, `${busy.id}`].includes(id));
  expect(ours).toEqual([
    { id: `${busy.id}`, name: busy.name, topic: "Builds", memberCount: 0, lastPostAt: expect.any(String) },
    { id: `${quiet.id}`, name: quiet.name, topic: "", memberCount: 0, lastPostAt: null },
  ]);
});

test("once dismissed, it isn't shown again", async () => {
  const grace = await makeUser(isNew);
  await endFirstDay(grace);
  expect(await firstDay(grace)).toBeNull();
});

test("the first channels leave out those that exist", async () => {
  const owner = await makeUser({ role: "owner" });
  const named = (name: string) => db().channel.count({ where: { name, createdById: owner.id } });
  await createChannels(owner, [{ name: "alerts-first", topic: "Monitoring" }]);
  await createChannels(
    owner,
    ["alerts-first", "random-first"].map((name) => ({ name, topic: "" })),
  );
  expect([await named("alerts-first"), await named("random-first")]).toEqual([1, 1]);
});
