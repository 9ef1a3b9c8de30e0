import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { browseChannels, joinableChannels } from "@/lib/channels/browse-channels";
import { setVisibility } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { openStream } from "@/lib/live/streams/open-stream";
import { makeChannel, makeMember, makeUser, said } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

async function managed(kind: "public" | "private") {
  const [manager, visitor] = [await makeUser(), await makeUser()];
  const channel = await makeChannel({ kind });
  await makeMember(channel, manager, "manager");
  await said(manager, channel, "history");
  return { manager, visitor, channel, as: await requireChannel(manager, channel.id) };
}

test("a channel that becomes private is lost at once by everyone who isn't in it", async () => {
  const { manager, visitor, channel, as } = await managed("public");
  const reader = (
    await openStream({
      userId: visitor.id,
      sessionId: visitor.sessionId,
      memberOf: new Set(),
      channelId: channel.id,
      rev: 1,
    })
  ).getReader();
  let heard = "";
  const ended = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      heard += Buffer.from(value).toString();
    }
  })();
  await until(() => expect(heard).toContain('"ready"'));
  await setVisibility(as, "private");
  await until(() => expect(heard).toContain('"gone"'));
  await ended;
  await expect(requireChannel(visitor, channel.id)).rejects.toMatchObject({ code: "not_found" });
  expect((await browseChannels(visitor, { q: channel.name })).items).toEqual([]);
  expect((await joinableChannels(visitor)).map(({ id }) => id)).not.toContain(`${channel.id}`);
  expect((await requireChannel(manager, channel.id)).channel.kind).toBe("private");
  const entry = await db().auditEntry.findFirstOrThrow({ where: { channelId: channel.id }, orderBy: { id: "desc" } });
  expect(entry).toMatchObject({
    action: "channel.updated",
    details: { visibility: { from: "public", to: "private" } },
  });
});

test("a channel that becomes public is readable for everyone, unless its name is taken", async () => {
  const { visitor, channel, as } = await managed("private");
  const other = await makeChannel({ name: channel.name });
  await expect(setVisibility(as, "public")).rejects.toMatchObject({ code: "conflict" });
  await db().channel.update({ where: { id: other.id }, data: { archivedAt: new Date() } });
  await setVisibility(as, "public");
  expect((await requireChannel(visitor, channel.id)).channel.kind).toBe("public");
});

test("only managers change it", async () => {
  const { visitor, channel } = await managed("public");
  await makeMember(channel, visitor);
  await expect(setVisibility(await requireChannel(visitor, channel.id), "private")).rejects.toMatchObject({
    code: "forbidden",
  });
});
