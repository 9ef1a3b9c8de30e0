import { Readable } from "node:stream";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { subscribe } from "@/lib/attention/push/subscriptions";
import { requireChannel } from "@/lib/channels/access";
import { createChannel } from "@/lib/channels/create-channel";
import { MOST_SECTIONS } from "@/lib/channels/dto";
import { openDirect } from "@/lib/channels/open-direct";
import { createSection } from "@/lib/channels/sections";
import { db } from "@/lib/db/client";
import { editMessage, setPinned, setReaction } from "@/lib/messages/change/change-as-member";
import { saveDraft } from "@/lib/messages/drafts/drafts";
import { importEmoji } from "@/lib/messages/emoji/custom/add-emoji";
import { MOST_EMOJI } from "@/lib/messages/emoji/custom/dto";
import { addReminder, changeItem, saveForLater } from "@/lib/messages/later/items";
import { schedule } from "@/lib/messages/scheduled/scheduled";
import { saveSearch } from "@/lib/messages/search/saved-searches";
import type { SessionUser } from "@/lib/people/find-session-user";
import { createGroup } from "@/lib/people/groups";
import { countUse, createInvite } from "@/lib/people/sign-in/invites";
import { addPasskey, beginAddingPasskey } from "@/lib/people/two-step/passkeys";
import { makeChannel, makeMember, makeSession, makeUser, makeWorkspace, said } from "@/lib/testing/factories";
import { SoftPasskey } from "@/lib/testing/passkey";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { restoreCard } from "@/lib/webhooks/cards";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { emptyCard } from "@/lib/webhooks/interpret/own-cards/new-card";

// How many are created at once when there is room for one more.
const AT_ONCE = 6;

async function makeScene() {
  const [ann, bo] = [await makeUser({ role: "admin" }), await makeUser()];
  const channel = await makeChannel({ kind: "private", members: [bo] });
  await makeMember(channel, ann, "manager");
  const message = await said(ann, channel, "Hello");
  const as = (user: SessionUser) => requireChannel(user, channel.id);
  return { ann, bo, channel, message, as, proof: await as(ann), managed: await requireWebhookManager(ann, channel.id) };
}

type Scene = Awaited<ReturnType<typeof makeScene>>;

type Kind = {
  most: number;
  /** Makes so many, quickly. */
  fill: (scene: Scene, most: number) => Promise<unknown>;
  /** Creates another one; `n` is unique. */
  create: (scene: Scene, n: number) => Promise<unknown>;
  count: (scene: Scene) => Promise<number>;
};

const numbers = (most: number) => Array.from({ length: most }, (_, n) => n);
const inAnHour = () => new Date(Date.now() + 3_600_000);
const site = { domain: "chat.example.com", origin: "https://chat.example.com" };

const KINDS: Record<string, Kind> = {
  drafts: {
    most: 200,
    fill: ({ ann, channel }, most) =>
      db().draft.createMany({
        data: numbers(most).map((n) => ({
          userId: ann.id,
          conversationId: BigInt(n),
          channelId: channel.id,
          text: "x",
          marks: {},
          writtenAt: new Date(),
        })),
      }),
    create: async ({ ann, bo, channel, as }, n) => {
      const root = await said(bo, (await as(bo)).channel, `Root ${n}`);
      // A base makes it look like a draft that is there.
      return saveDraft(ann, root, {
        channelId: channel.id,
        text: "x",
        marks: {},
        inChannel: false,
        base: BigInt(n + 1),
        at: 0,
      });
    },
    count: ({ ann }) => db().draft.count({ where: { userId: ann.id } }),
  },
  "saved searches": {
    most: 50,
    fill: ({ ann }, most) =>
      db().savedSearch.createMany({ data: numbers(most).map((n) => ({ userId: ann.id, name: `${n}`, query: "x" })) }),
    create: ({ ann }, n) => saveSearch(ann, { name: `New ${n}`, query: "x" }),
    count: ({ ann }) => db().savedSearch.count({ where: { userId: ann.id } }),
  },
  "messages saved for later": {
    most: 1_000,
    fill: ({ ann }, most) =>
      db().laterItem.createMany({ data: numbers(most).map((n) => ({ userId: ann.id, text: `${n}` })) }),
    create: async ({ bo, channel, proof }, n) => saveForLater(proof, await said(bo, channel, `New ${n}`), null),
    count: ({ ann }) => db().laterItem.count({ where: { userId: ann.id } }),
  },
  "things saved, open or done": {
    most: 10_000,
    fill: ({ ann }, most) =>
      db().laterItem.createMany({
        data: numbers(most).map((n) => ({ userId: ann.id, text: `${n}`, doneAt: new Date() })),
      }),
    create: ({ ann }, n) => addReminder(ann, `New ${n}`, inAnHour()),
    count: ({ ann }) => db().laterItem.count({ where: { userId: ann.id } }),
  },
  "things opened again": {
    most: 1_000,
    fill: ({ ann }, most) =>
      db().laterItem.createMany({ data: numbers(most).map((n) => ({ userId: ann.id, text: `${n}` })) }),
    create: async ({ ann }, n) => {
      const { id } = await db().laterItem.create({ data: { userId: ann.id, text: `Done ${n}`, doneAt: new Date() } });
      return changeItem(ann, id, { done: false });
    },
    count: ({ ann }) => db().laterItem.count({ where: { userId: ann.id, doneAt: null } }),
  },
  sections: {
    most: MOST_SECTIONS,
    fill: ({ ann }, most) =>
      db().sidebarSection.createMany({
        data: numbers(most).map((n) => ({ userId: ann.id, name: `${n}`, position: n })),
      }),
    create: ({ ann }, n) => createSection(ann, { name: `New ${n}` }),
    count: ({ ann }) => db().sidebarSection.count({ where: { userId: ann.id, name: { not: null } } }),
  },
  "scheduled messages": {
    most: 100,
    fill: ({ ann, channel }, most) =>
      db().scheduledMessage.createMany({
        data: numbers(most).map((n) => ({
          userId: ann.id,
          channelId: channel.id,
          content: "x",
          nonce: `${n}`,
          sendAt: inAnHour(),
        })),
      }),
    create: ({ ann, channel }, n) =>
      schedule(ann, {
        channelId: channel.id,
        threadId: null,
        inChannel: false,
        content: "x",
        nonce: `new ${n}`,
        sendAt: inAnHour(),
      }),
    count: ({ ann }) => db().scheduledMessage.count({ where: { userId: ann.id } }),
  },
  "user groups": {
    most: 200,
    fill: async (_, most) => {
      await db().userGroup.deleteMany();
      await db().userGroup.createMany({ data: numbers(most).map((n) => ({ handle: `group${n}` })) });
    },
    create: ({ ann }, n) => createGroup(ann, { handle: `new${n}`, description: "", memberIds: [] }),
    count: () => db().userGroup.count({ where: { deletedAt: null } }),
  },
  "custom emoji": {
    most: MOST_EMOJI,
    fill: (_, most) => db().customEmoji.createMany({ data: numbers(most).map((n) => ({ name: `emoji${n}` })) }),
    create: async ({ ann }, n) => {
      const added = await importEmoji(`new${n}`, { by: ann.id, bytes: Readable.from([PIXEL]) });
      if (!added) throw new Error("refused");
    },
    count: () => db().customEmoji.count(),
  },
  passkeys: {
    most: 20,
    fill: ({ ann }, most) =>
      db().passkey.createMany({
        data: numbers(most).map((n) => ({
          userId: ann.id,
          domain: "x",
          name: "x",
          credentialId: Buffer.from(`${ann.id} ${n}`).toString("base64url"),
          publicKey: new Uint8Array(1),
          counter: 0n,
        })),
      }),
    create: async ({ ann }) => {
      const { token, options } = await beginAddingPasskey(ann, undefined, site);
      return addPasskey(ann, token, { name: "New", response: new SoftPasskey().make(options.challenge, site) }, site);
    },
    count: ({ ann }) => db().passkey.count({ where: { userId: ann.id } }),
  },
  "devices with pushes": {
    most: 20,
    fill: async ({ ann }, most) => {
      for (const n of numbers(most)) await subscribe(ann, device(ann, n));
    },
    create: ({ ann }, n) => subscribe(ann, device(ann, 100 + n)),
    count: ({ ann }) => db().pushSubscription.count({ where: { userId: ann.id } }),
  },
  "webhooks in a channel": {
    most: 50,
    fill: ({ channel }, most) =>
      db().webhook.createMany({
        data: numbers(most).map((n) => ({ name: `${n}`, channelId: channel.id, tokenHash: hash(channel, n) })),
      }),
    create: ({ managed }, n) => createWebhook(managed, { name: `New ${n}`, description: "", avatarUrl: null }, ""),
    count: ({ channel }) => db().webhook.count({ where: { channelId: channel.id } }),
  },
  "versions of a card": {
    most: 50,
    fill: async ({ channel }, most) => {
      const { id: webhookId } = await db().webhook.create({
        data: { name: "x", channelId: channel.id, tokenHash: hash(channel, 0) },
      });
      const model = { name: "x", cards: [emptyCard("x")] };
      await db().webhookCard.createMany({
        data: numbers(most).map((n) => ({ webhookId, version: n + 1, yaml: "", model })),
      });
    },
    create: async ({ channel, managed }) => {
      const { id } = await db().webhook.findFirstOrThrow({ where: { channelId: channel.id } });
      return restoreCard(managed, id, 49);
    },
    count: ({ channel }) => db().webhookCard.count({ where: { webhook: { channelId: channel.id } } }),
  },
  pins: {
    most: 50,
    fill: async ({ bo, channel }, most) => {
      for (const n of numbers(most)) {
        const id = await said(bo, channel, `Pinned ${n}`);
        await db().message.update({ where: { id }, data: { pinnedAt: new Date() } });
      }
    },
    create: async ({ bo, channel, proof }, n) => setPinned(proof, await said(bo, channel, `New ${n}`), true),
    count: ({ channel }) => db().message.count({ where: { channelId: channel.id, pinnedAt: { not: null } } }),
  },
  "one's reactions to a message": {
    most: 20,
    fill: ({ ann, message }, most) =>
      db().reaction.createMany({
        data: numbers(most).map((n) => ({ messageId: message, userId: ann.id, emoji: `${n}` })),
      }),
    create: ({ proof, message }, n) => setReaction(proof, message, ["😀", "😁", "😂", "😃", "😄", "😅"][n] ?? "", true),
    count: ({ ann, message }) => db().reaction.count({ where: { messageId: message, userId: ann.id } }),
  },
  "a message's emoji": {
    most: 100,
    fill: ({ bo, message }, most) =>
      db().reaction.createMany({
        data: numbers(most).map((n) => ({ messageId: message, userId: bo.id, emoji: `${n}` })),
      }),
    create: ({ proof, message }, n) => setReaction(proof, message, ["😀", "😁", "😂", "😃", "😄", "😅"][n] ?? "", true),
    count: ({ message }) => db().reaction.count({ where: { messageId: message } }),
  },
  "a message's versions": {
    most: 100,
    fill: ({ message }, most) =>
      db().messageEdit.createMany({ data: numbers(most).map((n) => ({ messageId: message, content: `${n}` })) }),
    create: ({ proof, message }, n) => editMessage(proof, message, `Edit ${n}`),
    count: ({ message }) => db().messageEdit.count({ where: { messageId: message } }),
  },
  "uses of an invite": {
    most: 10,
    fill: ({ ann }, most) =>
      db().invite.create({ data: { createdById: ann.id, maxUses: 10, uses: most, expiresAt: inAnHour() } }),
    create: async ({ ann }) => {
      const { id } = await db().invite.findFirstOrThrow({ where: { createdById: ann.id } });
      await db().$transaction((tx) => countUse(tx, id));
    },
    count: async ({ ann }) => (await db().invite.findFirstOrThrow({ where: { createdById: ann.id } })).uses,
  },
};

const hash = ({ id }: { id: bigint }, n: number) => new Uint8Array(Buffer.from(`${id} ${n}`));
const device = ({ id }: SessionUser, n: number) => ({
  endpoint: `https://fcm.googleapis.com/${id}-${n}`,
  keys: { p256dh: "a", auth: "b" },
});
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

beforeAll(makeWorkspace);
afterEach(() => vi.unstubAllEnvs());

describe("a limit is counted where the row is written", () => {
  test.each(Object.entries(KINDS))(
    "%s: created at once, they stay within it",
    async (_, { most, fill, create, count }) => {
      const scene = await makeScene();
      await fill(scene, most - 1);
      await Promise.allSettled(numbers(AT_ONCE).map((n) => create(scene, n)));
      expect(await count(scene)).toBe(most);
    },
  );

  test.each([
    ["channel", (user: SessionUser, n: number) => createChannel(user, { name: `${user.id} ${n}`, private: true })],
    ["direct", async (user: SessionUser) => openDirect(user, [(await makeUser()).id, (await makeUser()).id])],
    ["invite", (user: SessionUser) => createInvite(user, "")],
    [
      "webhook",
      async (user: SessionUser) => {
        const channel = await makeChannel({ members: [user] });
        return createWebhook(
          await requireWebhookManager(user, channel.id),
          { name: "x", description: "", avatarUrl: null },
          "",
        );
      },
    ],
  ])("made in a day (%s): created at once, they stay within it", async (what, create) => {
    vi.stubEnv("LIMITS", "");
    vi.stubEnv("TEST_LIMITS", `${what}=3/86400`);
    const user = await makeSession(await makeUser());
    const results = await Promise.allSettled(numbers(AT_ONCE).map((n) => create(user, n)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });
});
