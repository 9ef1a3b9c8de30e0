import { NextRequest } from "next/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { PUT as place } from "@/app/api/channels/[channelId]/placement/route";
import { DELETE, PATCH, POST, PUT } from "@/app/api/channels/sections/route";
import { MOST_SECTIONS } from "@/lib/channels/dto";
import { sidebarChannels } from "@/lib/channels/queries";
import { sidebarSections } from "@/lib/channels/sections";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { heardHints } from "@/lib/testing/hints";
import { requireUser } from "@/lib/web/session";

let ada: SessionUser;
let grace: SessionUser;
let channel: { id: bigint };

beforeEach(async () => {
  [ada, grace] = [await makeUser(), await makeUser()];
  channel = await makeChannel({ members: [ada, grace] });
});

const hints = heardHints("unread");

const handlers = { POST, PUT, PATCH, DELETE, place };

/** Sends the request of `who`'s browser and returns the status and what the response says. */
async function send(who: SessionUser, method: keyof typeof handlers, body: object, channelId = channel.id) {
  vi.mocked(requireUser).mockResolvedValue(who);
  const request = new NextRequest("http://chat.example/api", {
    method: method === "place" ? "PUT" : method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const context = { params: Promise.resolve({ channelId: `${channelId}` }) };
  const response = await handlers[method](request, context);
  const text = await response.text();
  return { status: response.status, ...(text && JSON.parse(text)) } as { status: number; key: string; error: string };
}

const shown = async (who: SessionUser) => (await sidebarSections(who)).map(({ key, name }) => name ?? key);
const placed = async (who: SessionUser) =>
  (await sidebarChannels(who)).find(({ id }) => id === `${channel.id}`) as { starred: boolean; section: string | null };

describe("a person's sections", () => {
  test("come between the starred channels and the others until the person puts them in another order", async () => {
    const [team, ops] = [await send(ada, "POST", { name: "Team" }), await send(ada, "POST", { name: "  Ops  " })];
    expect(await shown(ada)).toEqual(["starred", "Team", "Ops", "channels", "direct"]);
    expect(await send(ada, "PUT", { order: [ops.key, "direct", "nothing"] })).toEqual({ status: 204 });
    expect(await shown(ada)).toEqual(["Ops", "direct", "starred", "Team", "channels"]);
    await send(ada, "POST", { name: "New" });
    expect(await shown(ada)).toEqual(["Ops", "direct", "starred", "Team", "New", "channels"]);
    expect(await shown(grace)).toEqual(["starred", "channels", "direct"]);
    expect(team.status).toBe(200);
  });

  test("can be renamed, collapsed and deleted; their channels then move back", async () => {
    const { key } = await send(ada, "POST", { name: "Team" });
    await send(ada, "place", { section: key });
    expect(await placed(ada)).toMatchObject({ starred: false, section: key });
    expect(await placed(grace)).toMatchObject({ starred: false, section: null });
    await send(ada, "PATCH", { key, name: "Crew", collapsed: true });
    await send(ada, "PATCH", { key: "direct", collapsed: true });
    expect(await sidebarSections(ada)).toEqual([
      { key: "starred", name: null, collapsed: false },
      { key, name: "Crew", collapsed: true },
      { key: "channels", name: null, collapsed: false },
      { key: "direct", name: null, collapsed: true },
    ]);
    expect(await send(ada, "DELETE", { key })).toEqual({ status: 204 });
    expect(await placed(ada)).toMatchObject({ section: null });
    expect(await shown(ada)).toEqual(["starred", "channels", "direct"]);
  });

  test("update the person's other tabs", async () => {
    const { key } = await send(ada, "POST", { name: "Team" });
    await send(ada, "place", { starred: true });
    await send(ada, "DELETE", { key });
    expect(hints).toEqual([1, 2, 3].map(() => ({ kind: "unread", userId: ada.id })));
    expect(await placed(ada)).toMatchObject({ starred: true });
  });

  test("are only theirs: someone else's key is treated like one that doesn't exist", async () => {
    const { key } = await send(ada, "POST", { name: "Team" });
    for (const refused of [
      await send(grace, "PATCH", { key, name: "Mine" }),
      await send(grace, "DELETE", { key }),
      await send(grace, "place", { section: key }),
      await send(grace, "PATCH", { key: "channels", name: "Mine" }),
      await send(grace, "place", { section: "starred" }),
    ]) {
      expect(refused).toEqual({ status: 404, error: "This section doesn't exist anymore. Reload the page." });
    }
    expect(await shown(ada)).toEqual(["starred", "Team", "channels", "direct"]);
    // Not even by a bug: the database refuses it.
    const where = { channelId_userId: { channelId: channel.id, userId: grace.id } };
    await expect(db().membership.update({ where, data: { sectionKey: key } })).rejects.toThrow();
  });

  test("have a name of 1 to 40 visible characters, and there are at most 50", async () => {
    const errors = [];
    for (const name of ["", "  ", "x".repeat(41), 7]) errors.push((await send(ada, "POST", { name })).error);
    expect(errors).toEqual([
      "Enter a name for the section.",
      "Enter a name for the section.",
      "The section's name can have at most 40 characters.",
      "name must be a text.",
    ]);
    await db().sidebarSection.createMany({
      data: Array.from({ length: MOST_SECTIONS - 1 }, (_, position) => ({ userId: ada.id, name: "x", position })),
    });
    const both = await Promise.all([send(ada, "POST", { name: "A" }), send(ada, "POST", { name: "B" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("can't have a channel that the person isn't a member of", async () => {
    const { id } = await makeChannel({ members: [grace] });
    expect(await send(ada, "place", { starred: true }, id)).toMatchObject({ status: 404 });
    expect(await send(ada, "place", {})).toMatchObject({ status: 400, error: "Send starred, section or both." });
  });
});
