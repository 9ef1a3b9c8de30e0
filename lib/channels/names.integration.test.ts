import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { createChannel } from "@/lib/channels/create-channel";
import { createChannelSchema } from "@/lib/channels/schema";
import { setArchived, updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser } from "@/lib/testing/factories";

const TAKEN = "A channel with this name already exists. Choose another name.";

function create(user: SessionUser, name: string, isPrivate = false) {
  return createChannel(user, { name, private: isPrivate });
}

const rename = async (user: SessionUser, id: bigint, name: string) =>
  updateChannel(await requireChannel(user, id), { name, topic: "", webhookManagers: "members" });

test("no one can create a channel that looks like one that they can see, even in someone else's name", async () => {
  const [ada, grace] = [await makeUser(), await makeUser()];
  await create(ada, "payroll");
  const own = await create(grace, "lunch");
  for (const [name, said] of [
    ["payroll", TAKEN],
    ["PayRoll", TAKEN],
    ["payro11", "This name looks too much like the existing channel “payroll”. Choose another name."],
    ["раyroll", "This name looks too much like the existing channel “payroll”. Choose another name."],
    ["ｐayroll", "This name looks too much like the existing channel “payroll”. Choose another name."],
  ] as const) {
    for (const attempt of [
      () => create(grace, name),
      () => create(grace, name, true),
      () => rename(grace, own.id, name),
    ]) {
      await expect(attempt(), name).rejects.toMatchObject({ code: "conflict", message: said, field: "name" });
    }
  }
  await rename(grace, own.id, "Lunch");
  await create(grace, "payroll-2");
});

test("a private channel's name stays unknown to others, even if they try to create it", async () => {
  const [ada, grace] = [await makeUser(), await makeUser()];
  const hidden = await create(ada, "takeover", true);
  const { id } = await create(grace, "takeover");
  await create(grace, "takeover", true).then(
    () => expect.unreachable("Grace sees her own."),
    (error: unknown) => expect(error).toMatchObject({ code: "conflict" }),
  );
  const other = await create(ada, "other");
  await expect(rename(ada, other.id, "takeover")).rejects.toMatchObject({ code: "conflict" });
  await makeMember(hidden, grace, "manager");
  await rename(grace, id, "acquisition");
  await expect(rename(grace, id, "take0ver")).rejects.toMatchObject({
    message: "This name looks too much like the existing channel “takeover”. Choose another name.",
  });
});

test("an archived channel frees its name and can be restored only under a free one", async () => {
  const ada = await makeUser();
  const old = await create(ada, "release");
  await setArchived(await requireChannel(ada, old.id), true);
  await create(ada, "re1ease");
  await expect(setArchived(await requireChannel(ada, old.id), false)).rejects.toMatchObject({ code: "conflict" });
  expect(await db().channel.findUnique({ where: { id: old.id }, select: { archivedAt: true } })).not.toEqual({
    archivedAt: null,
  });
  await rename(ada, old.id, "release-old");
  await setArchived(await requireChannel(ada, old.id), false);
});

test("if look-alike channels are created at the same moment, only one succeeds", async () => {
  const [ada, grace] = [await makeUser(), await makeUser()];
  const made = await Promise.allSettled([create(ada, "race-ill"), create(grace, "race-i11"), create(ada, "race-Ill")]);
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a channel that had its name before its look-alikes keeps it", async () => {
  const ada = await makeUser();
  const channel = await makeChannel({ name: "twin-o" });
  await makeChannel({ name: "twin-0" });
  await makeMember(channel, ada, "manager");
  await updateChannel(await requireChannel(ada, channel.id), {
    name: "twin-o",
    topic: "New",
    webhookManagers: "members",
  });
});

test("invisible characters are refused within a channel's name and removed around it", () => {
  const parse = (name: string) => createChannelSchema.safeParse({ name, private: false });
  expect(parse("\u200b # \u2060deploys\u200b ").data?.name).toBe("deploys");
  expect(parse("dep\u200bloys").error?.issues[0]?.message).toBe(
    "The channel name can't contain invisible characters. Type it again.",
  );
  for (const nothing of ["\u3164", "\u115f\u1160", "#\uffa0", "\u2800 \u2800", "\u202e"]) {
    expect(parse(nothing).error?.issues[0]?.message, nothing).toBe("Enter a channel name.");
  }
});
