import { NextRequest } from "next/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { PUT } from "@/app/api/channels/[channelId]/notifications/route";
import { requireChannel } from "@/lib/channels/access";
import { createChannel } from "@/lib/channels/create-channel";
import { addMembers, joinChannel, leaveChannel } from "@/lib/channels/membership";
import { openDirect } from "@/lib/channels/open-direct";
import { channelDto, sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser, userDraft } from "@/lib/testing/factories";
import { heardHints } from "@/lib/testing/hints";
import { requireUser } from "@/lib/web/session";

let ada: SessionUser;
let grace: SessionUser;
let channel: { id: bigint };

beforeEach(async () => {
  [ada, grace] = [await makeUser(), await makeUser()];
  channel = await makeChannel({ members: [ada, grace] });
});

const hints = heardHints("user");

/** Sends the request of a browser in which `who` chooses a level, and returns the response. */
async function choose(who: SessionUser, notifications: unknown, id: bigint | string = channel.id) {
  vi.mocked(requireUser).mockResolvedValue(who);
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ notifications });
  const request = new NextRequest("http://chat.example/api", { method: "PUT", headers, body });
  const response = await PUT(request, { params: Promise.resolve({ channelId: `${id}` }) });
  return { status: response.status, text: await response.text() };
}

const levelOf = async (who: SessionUser, id = channel.id) =>
  (await channelDto(await requireChannel(who, id))).notifications;

describe("a channel's notification level", () => {
  test("is mentions by default, and each person chooses their own, in the sidebar and on the page", async () => {
    expect(await levelOf(ada)).toBe("mentions");
    for (const level of ["all", "none", "mentions", "none"] as const) {
      expect(await choose(ada, level)).toMatchObject({ status: 204 });
      expect(await levelOf(ada)).toBe(level);
      expect(await sidebarChannels(ada)).toMatchObject([{ notifications: level }]);
    }
    expect(await levelOf(grace)).toBe("mentions");
    expect(await sidebarChannels(grace)).toMatchObject([{ notifications: "mentions" }]);
  });

  test("is sent to the person's own tabs and devices, once for each change", async () => {
    await choose(ada, "none");
    await choose(ada, "none");
    await choose(ada, "all");
    expect(hints).toEqual([
      { kind: "user", userId: ada.id },
      { kind: "user", userId: ada.id },
    ]);
  });

  test("doesn't affect the counts, even if nothing notifies", async () => {
    await choose(ada, "none");
    await postMessages([userDraft(grace, channel), userDraft(grace, channel, { content: `<@${ada.id}>` })]);
    expect(await sidebarChannels(ada)).toMatchObject([{ unread: 2, mentions: 1, notifications: "none" }]);
  });

  test("is mentions for people who create a channel, join it, are added or come back", async () => {
    const { id } = await createChannel(ada, { name: "fresh", private: false });
    await joinChannel(await requireChannel(grace, id));
    const linus = await makeUser();
    await addMembers(await requireChannel(ada, id), linus.id);
    for (const who of [ada, grace, linus]) expect(await levelOf(who, id)).toBe("mentions");
    await choose(grace, "none", id);
    await leaveChannel(await requireChannel(grace, id));
    expect(await levelOf(grace, id)).toBeNull();
    await joinChannel(await requireChannel(grace, id));
    expect(await levelOf(grace, id)).toBe("mentions");
  });

  test("is everything or nothing in a direct message", async () => {
    const { id } = await openDirect(ada, [grace.id]);
    expect([await levelOf(ada, id), await levelOf(grace, id)]).toEqual(["all", "all"]);
    await choose(ada, "none", id);
    expect([await levelOf(ada, id), await levelOf(grace, id)]).toEqual(["none", "all"]);
    await choose(ada, "mentions", id);
    expect(await levelOf(ada, id)).toBe("all");
  });
});

describe("changing it is refused", () => {
  test("for people who haven't joined, and those who can't see the channel get a 404", async () => {
    const stranger = await makeUser();
    const joinFirst = { status: 403, text: '{"error":"Join the channel to get its notifications."}' };
    expect(await choose(stranger, "all")).toEqual(joinFirst);
    const hidden = await makeChannel({ kind: "private", members: [ada] });
    const nothing = await choose(stranger, "all", 4711n);
    expect(nothing.status).toBe(404);
    for (const id of [hidden.id, (await openDirect(ada, [grace.id])).id]) {
      expect(await choose(stranger, "all", id)).toEqual(nothing);
    }
    expect((await choose(stranger, "all", "x")).status).toBe(404);
    expect(await db().membership.count({ where: { userId: stranger.id } })).toBe(0);
  });

  test("for an unknown level", async () => {
    for (const wrong of ["some", "", null, 1, undefined, ["all"]]) {
      expect(await choose(ada, wrong)).toEqual({
        status: 400,
        text: '{"error":"notifications must be all, mentions or none."}',
      });
    }
    expect(await levelOf(ada)).toBe("mentions");
  });
});
