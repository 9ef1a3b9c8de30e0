import { expect, test } from "vitest";
import { createChannel } from "@/lib/channels/create-channel";
import { sidebarChannels } from "@/lib/channels/queries";
import { createChannelSchema } from "@/lib/channels/schema";
import { db } from "@/lib/db/client";
import { subscribe } from "@/lib/events/hub";
import { makeUser } from "@/lib/testing/factories";

test("a channel begins with its topic and people, who are told as when they're added later", async () => {
  const [ada, grace, linus] = [await makeUser(), await makeUser({ newChannelNotifications: "all" }), await makeUser()];
  const told: bigint[] = [];
  const stop = subscribe((hint) => void (hint.kind === "user" && told.push(hint.userId)));
  const input = createChannelSchema.parse({
    name: `#begun-${ada.id}`,
    topic: "Builds",
    private: true,
    userIds: [grace, linus, grace, ada].map(({ id }) => `${id}`),
  });
  const { id } = await createChannel(ada, input);
  stop();
  const found = await db().channel.findUniqueOrThrow({
    where: { id },
    select: { topic: true, kind: true, memberships: { select: { userId: true, role: true, notifications: true } } },
  });
  expect(found).toMatchObject({ topic: "Builds", kind: "private" });
  expect(found.memberships).toHaveLength(3);
  expect(found.memberships).toEqual(
    expect.arrayContaining([
      { userId: ada.id, role: "manager", notifications: "mentions" },
      { userId: grace.id, role: "member", notifications: "all" },
    ]),
  );
  expect(new Set(told)).toEqual(new Set([ada.id, grace.id, linus.id]));
  expect((await sidebarChannels(linus)).map((channel) => channel.id)).toContain(`${id}`);
  const audited = await db().auditEntry.findMany({ where: { channelId: id }, orderBy: { id: "asc" } });
  expect(audited.map(({ action, memberId }) => [action, memberId])).toEqual([
    ["channel.created", null],
    ["channel.member_added", grace.id],
    ["channel.member_added", linus.id],
  ]);
});

test("a channel isn't created if one of its people isn't in the workspace", async () => {
  const [ada, gone] = [await makeUser(), await makeUser({ deactivatedAt: new Date() })];
  const name = `none-${ada.id}`;
  await expect(createChannel(ada, { name, private: false, userIds: [gone.id] })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await db().channel.count({ where: { name } })).toBe(0);
});

test("at most 50 people are added at once", () => {
  const userIds = Array.from({ length: 51 }, (_, index) => `${index + 1}`);
  expect(createChannelSchema.safeParse({ name: "many", private: false, userIds }).error?.issues[0]?.message).toBe(
    "Add at most 50 people at once. You can add more later.",
  );
});
