import { describe, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { makeChannel, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { cursorParameter } from "@/lib/text/cursor";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { type AllWebhooksFilter, allWebhooks, countWebhooks } from "@/lib/webhooks/all-webhooks";

describe("seeing a webhook in the list of all webhooks, and managing it", () => {
  test.each([
    ["a stranger", "public", "members", null, "member", "hidden"],
    ["a member", "private", "members", "member", "member", "managed"],
    ["a member (webhooks for managers only)", "public", "managers", "member", "member", "hidden"],
    ["a manager (webhooks for managers only)", "public", "managers", "manager", "member", "managed"],
    ["an admin who isn't a member", "private", "members", null, "admin", "seen"],
    ["an owner who isn't a member", "public", "managers", null, "owner", "seen"],
    ["an admin who is a member", "private", "managers", "member", "admin", "managed"],
  ] as const)("%s, in a %s channel", async (_, kind, webhookManagers, role, workspaceRole, expected) => {
    const channel = await makeChannel({ kind, webhookManagers });
    const { webhook } = await makeWebhook({ channelId: channel.id });
    const user = await makeUser({ role: workspaceRole });
    if (role) await makeMember(channel, user, role);
    const found = (await allWebhooks(user, { channel: channel.id })).items.find(({ id }) => id === `${webhook.id}`);
    expect(found ? (found.canManage ? "managed" : "seen") : "hidden").toBe(expected);

    // The list must match the access check of the channel's webhooks page.
    const manages = await requireWebhookManager(user, channel.id).then(
      () => true,
      () => false,
    );
    expect(found?.canManage ?? false).toBe(manages);
  });
});

test("an entry has the details needed to find a failing webhook, even if its creator has left", async () => {
  const owner = await makeUser({ role: "owner" });
  const creator = await makeUser({ name: "Grace", deactivatedAt: new Date() });
  const channel = await makeChannel({ kind: "private", archivedAt: new Date() });
  const lastErrorAt = new Date("2026-11-21T09:30:00Z");
  const trouble = { failing: true, lastErrorAt, lastError: "No." };
  await makeWebhook({ channelId: channel.id, name: "CI", createdById: creator.id, ...trouble });
  await makeWebhook({ channelId: channel.id, deletedAt: new Date(), tokenHash: null });
  const found = (await allWebhooks(owner, { channel: channel.id })).items;
  expect(found).toMatchObject([
    {
      name: "CI",
      state: "failing",
      channelName: channel.name,
      channelKind: "private",
      channelArchived: true,
      creatorName: "Grace",
      creatorDeactivated: true,
      lastError: "No.",
      lastErrorAt: lastErrorAt.toISOString(),
      lastUsedAt: null,
      canManage: false,
    },
  ]);
  expect(JSON.stringify(found)).not.toMatch(/token/i);
});

test("the name of other people's direct message is hidden from an owner", async () => {
  const [owner, member] = [await makeUser({ role: "owner" }), await makeUser()];
  const direct = await makeChannel({ kind: "direct", members: [member], name: "Grace and Linus" });
  await makeWebhook({ channelId: direct.id });
  const name = async (user: typeof owner) => (await allWebhooks(user, { channel: direct.id })).items[0]?.channelName;
  expect(await name(owner)).toBeNull();
  expect(await name(member)).toBe("Grace and Linus");
  const found = async (user: typeof owner) =>
    (await allWebhooks(user, { channel: direct.id, q: "linus" })).items.length;
  expect([await found(owner), await found(member)]).toEqual([0, 1]);
  expect((await countWebhooks(owner, { channel: direct.id })).channels).toContainEqual({
    id: `${direct.id}`,
    name: null,
    count: 1,
  });
  expect((await requireChannel(member, direct.id)).channel.kind).toBe("direct");
});

/** Returns all pages for the filter. */
async function everyPage(user: Parameters<typeof allWebhooks>[0], filter: AllWebhooksFilter = {}) {
  const pages = [await allWebhooks(user, filter)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(await allWebhooks(user, { ...filter, after: cursorParameter.parse(next) }));
  }
  return pages;
}

test("two thousand webhooks come in pages of a hundred, each once, in every order", async () => {
  const user = await makeUser();
  for (const _ of Array(20)) {
    const channel = await makeChannel({ members: [user] });
    const rows = Array.from({ length: 100 }, (_, index) => ({
      name: `W ${index}`,
      channelId: channel.id,
      tokenHash: new Uint8Array([index]),
      lastUsedAt: index % 3 === 0 ? null : new Date(Date.UTC(2026, 0, 1) + index * 1_000),
    }));
    await db().webhook.createMany({ data: rows });
  }
  for (const view of [{ sort: "name" }, { sort: "used", order: "reversed" }, { sort: "created" }] as const) {
    const pages = await everyPage(user, view);
    expect(pages.map(({ items }) => items.length)).toEqual(Array(20).fill(100));
    expect(new Set(pages.flatMap(({ items }) => items).map(({ id }) => id)).size).toBe(2000);
  }
  expect(await countWebhooks(user, { state: "paused" })).toMatchObject({ found: 0, all: 2000 });
});

describe("the list of all webhooks", () => {
  const all = async () => {
    const ada = await makeUser({ name: "Ada" });
    const zoe = await makeUser({ name: "Zoë" });
    const deploys = await makeChannel({ name: "deploys", kind: "private", members: [ada] });
    const incidents = await makeChannel({ name: "incidents", kind: "private", members: [ada] });
    const day = (date: number) => new Date(Date.UTC(2026, 10, date));
    const make = (channel: { id: bigint }, fields: object) => makeWebhook({ channelId: channel.id, ...fields });
    await make(deploys, { name: "CI 10", lastUsedAt: day(20), createdById: ada.id });
    await make(deploys, { name: "ci 2", failing: true, description: "Builds the Façade", lastUsedAt: day(21) });
    await make(incidents, { name: "Alerts", pausedAt: day(1), failing: true, createdById: zoe.id });
    const names = async (filter: AllWebhooksFilter) => (await allWebhooks(ada, filter)).items.map(({ name }) => name);
    return { ada, deploys, incidents, names };
  };

  test("can be searched by name, description, channel and creator, ignoring accents", async () => {
    const { names } = await all();
    expect(await names({ q: "CI" })).toEqual(["Alerts", "ci 2", "CI 10"]);
    expect(await names({ q: "facade build" })).toEqual(["ci 2"]);
    expect(await names({ q: "#incidents" })).toEqual(["Alerts"]);
    expect(await names({ q: " zoe " })).toEqual(["Alerts"]);
    expect(await names({ q: "zoe deploys" })).toEqual([]);
    expect(await names({ q: "nothing\0 \ud800 %" })).toEqual([]);
  });

  test("can be filtered by state and by channel", async () => {
    const { names, deploys, incidents } = await all();
    expect(await names({ state: "failing" })).toEqual(["ci 2"]);
    expect(await names({ state: "active" })).toEqual(["CI 10"]);
    expect(await names({ channel: incidents.id })).toEqual(["Alerts"]);
    expect(await names({ channel: incidents.id, state: "active" })).toEqual([]);
    expect(await names({ channel: deploys.id, q: "facade" })).toEqual(["ci 2"]);
  });

  test("can be sorted by name in natural order, by last use with unused ones last, or by age", async () => {
    const { names } = await all();
    expect(await names({})).toEqual(["Alerts", "ci 2", "CI 10"]);
    expect(await names({ sort: "used" })).toEqual(["ci 2", "CI 10", "Alerts"]);
    expect(await names({ sort: "state" })).toEqual(["ci 2", "CI 10", "Alerts"]);
    expect(await names({ sort: "channel", order: "reversed" })).toEqual(["Alerts", "CI 10", "ci 2"]);
    expect(await names({ sort: "created" })).toEqual(["Alerts", "ci 2", "CI 10"]);
  });

  test("keeps a channel's webhooks together when sorted by channel, also beside longer names", async () => {
    const ada = await makeUser();
    const [builds, later] = [
      await makeChannel({ name: "builds", members: [ada] }),
      await makeChannel({ name: "builds-main", members: [ada] }),
    ];
    await makeWebhook({ channelId: builds.id, name: "Alpha" });
    await makeWebhook({ channelId: later.id, name: "Beta" });
    await makeWebhook({ channelId: builds.id, name: "Zulu" });
    const { items } = await allWebhooks(ada, { sort: "channel" });
    expect(items.map(({ name }) => name)).toEqual(["Alpha", "Zulu", "Beta"]);
  });

  test("puts other people's direct messages after all channels when sorted by channel", async () => {
    const owner = await makeUser({ role: "owner" });
    const [direct, latin, chinese] = [
      await makeChannel({ kind: "direct", members: [await makeUser()] }),
      await makeChannel({ name: "releases" }),
      await makeChannel({ name: "部署" }),
    ];
    for (const { id } of [direct, latin, chinese]) await makeWebhook({ channelId: id, name: "Sorted" });
    const { items } = await allWebhooks(owner, { sort: "channel", q: "Sorted" });
    expect(items.map(({ channelName }) => channelName)).toEqual(["releases", "部署", null]);
  });

  test("includes the total and the channels", async () => {
    const { ada, deploys, incidents } = await all();
    expect(await countWebhooks(ada, { state: "failing" })).toEqual({
      found: 1,
      all: 3,
      channels: [
        { id: `${deploys.id}`, name: "deploys", count: 2 },
        { id: `${incidents.id}`, name: "incidents", count: 1 },
      ],
    });
  });
});
