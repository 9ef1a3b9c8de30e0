import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { severityOf } from "@/lib/messages/cards/incidents";
import { likenessFor } from "@/lib/messages/cards/likeness";
import { TONE_COLORS } from "@/lib/messages/cards/tones";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";
import type { Embed, StateTone } from "@/lib/messages/dto";
import { commitAny, commitDrafts } from "@/lib/messages/post/commit-drafts";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import type { SessionUser } from "@/lib/people/find-session-user";
import { numbers, pickOf } from "@/lib/testing/chance";
import {
  type MadeWebhook,
  makeChannel,
  makeUser,
  makeWebhook,
  postedMessage,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";
import { lockWaits } from "@/lib/testing/lock-waits";
import { until } from "@/lib/testing/until";

/** What a post says, for any webhook. */
type Said = {
  key: string | null;
  tone: StateTone;
  subject: string;
  content: string;
  fields: string[];
  bump: boolean;
  silent: boolean;
  keepFields: boolean;
  isCard: boolean;
  request: string | null;
};

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const TONES: readonly StateTone[] = ["bad", "warning", "good", "progress", "none"];
const SUBJECTS = ["Disk full", "Queue is behind", "Backup failed"];

const saidBy = (keys: number) =>
  fc.record({
    key: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: keys }).map((n) => `key ${n}`) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    tone: fc.constantFrom(...TONES),
    subject: fc.constantFrom(...SUBJECTS),
    content: fc.constantFrom("", "", "Look", "at this"),
    fields: fc.subarray(["Host", "Value", "Region"]),
    bump: fc.integer({ max: 9 }).map((n) => n === 0),
    silent: fc.integer({ max: 9 }).map((n) => n === 0),
    keepFields: fc.boolean(),
    isCard: fc.integer({ max: 4 }).map((n) => n > 0),
    request: fc.option(
      fc.integer({ min: 1, max: 30 }).map((n) => `request ${n}`),
      { freq: 3, nil: null },
    ),
  });

/** Batches of posts of 1 to 64. */
const batchesOf = (keys: number) =>
  fc.array(
    fc.oneof(
      fc.array(saidBy(keys), { minLength: 1, maxLength: 6 }),
      fc.array(saidBy(keys), { minLength: 1, maxLength: 64 }),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  );

function draftOf(made: MadeWebhook, said: Said, gathers: boolean): WebhookDraft {
  const { key, tone, subject, fields, isCard, request, ...more } = said;
  const facts = { subject, place: ["shop"], state: { word: tone, tone, open: tone === "bad" || tone === "warning" } };
  const embed: Embed = {
    title: subject,
    color: TONE_COLORS[tone],
    ...(fields.length > 0 && { fields: fields.map((name) => ({ name, value: `${tone} ${name}`, inline: true })) }),
    ...(isCard && { tool: { name: "Alertmanager" }, card: facts }),
  };
  const idempotency = request === null ? null : { key: request, bodyHash: Buffer.from(`${subject}`) };
  const draft = webhookDraft(made, { ...more, embeds: [embed], idempotency, username: "Monitor" });
  const likeness = gathers && isCard ? likenessFor({ gathersAll: false }, draft) : null;
  // Without a key, only what a storm may gather is stored with the others.
  return { ...draft, likeness, updateKey: key ?? (likeness === null ? "key 0" : null) };
}

/** Everything that a webhook's posts have stored, with messages by their numbers, and without times. */
async function storedBy({ webhook: { id, channelId } }: MadeWebhook) {
  const messages = await db().message.findMany({
    where: { channelId },
    orderBy: { seq: "asc" },
    include: {
      edits: { orderBy: { id: "asc" } },
      incident: true,
      outages: { orderBy: { id: "asc" } },
      updateKeys: true,
    },
  });
  const seqs = new Map(messages.map((message) => [message.id, message.seq]));
  const causes = await db().stormCause.findMany({ where: { storm: { webhookId: id } }, orderBy: { likeness: "asc" } });
  const claims = await db().idempotencyKey.findMany({ where: { webhookId: id }, orderBy: { key: "asc" } });
  const follows = await db().threadFollow.findMany({
    where: { root: { channelId } },
    orderBy: [{ rootId: "asc" }, { userId: "asc" }],
  });
  const channel = await db().channel.findUniqueOrThrow({ where: { id: channelId } });
  return {
    counters: [channel.msgSeq, channel.rev],
    causes: causes.map(({ likeness, messageId }) => [likeness, seqs.get(messageId)]),
    claims: claims.map(({ key, messageId }) => [key, seqs.get(messageId)]),
    follows: follows.map(({ rootId, lastReadSeq }) => [seqs.get(rootId), lastReadSeq]),
    messages: messages.map(
      ({ seq, rev, content, embeds, silent, edits, incident, outages, updateKeys, ...message }) => ({
        ...{ seq, rev, content, embeds, silent, author: message.authorName },
        thread: [
          message.threadRootId && seqs.get(message.threadRootId),
          message.replyCount,
          message.gathered,
          message.lastReplySeq,
        ],
        updates: [message.updateCount, message.editedAt !== null],
        edits: edits.map((edit) => [edit.content, edit.embeds]),
        keys: updateKeys.map(({ key }) => key),
        incident: incident && {
          ...{
            severity: incident.severity,
            level: incident.level,
            tool: incident.tool,
            acknowledged: incident.acknowledgedById,
          },
          times: [hoursAgo(incident.openedAt), incident.reopenedAt !== null, incident.closedAt !== null],
        },
        outages: outages.map(({ tool, place, openedAt, resolvedAt }) => [
          tool,
          place,
          hoursAgo(openedAt),
          resolvedAt !== null,
        ]),
      }),
    ),
  };
}

const hoursAgo = (date: Date) => Math.round((Date.now() - date.getTime()) / 3_600_000);

/** An hour passes for incidents, of which a person acknowledges one, but no time for a storm. They reply to the last line. */
async function pass({ webhook: { channelId } }: MadeWebhook, person: SessionUser): Promise<void> {
  const hour = 3_600_000;
  await db()
    .$executeRaw`UPDATE incidents SET opened_at = opened_at - ${`${hour} ms`}::interval WHERE channel_id = ${channelId}`;
  await db()
    .$executeRaw`UPDATE outages SET opened_at = opened_at - ${`${hour} ms`}::interval WHERE channel_id = ${channelId}`;
  await db().$executeRaw`UPDATE messages SET created_at = clock_timestamp() WHERE channel_id = ${channelId}`;
  await db().$executeRaw`UPDATE storms SET last_at = clock_timestamp() WHERE channel_id = ${channelId}`;
  await db().$executeRaw`
    UPDATE incidents SET acknowledged_by_id = ${person.id}, acknowledged_at = now() WHERE message_id = (
      SELECT message_id FROM incidents WHERE channel_id = ${channelId} AND closed_at IS NULL ORDER BY message_id LIMIT 1)`;
  const where = { channelId, threadRootId: null, updateKeys: { some: {} } };
  const line = await db().message.findFirst({ where, orderBy: { seq: "desc" }, select: { id: true } });
  const reply = { content: "I'm on it", threadRootId: line?.id ?? null, inChannel: true };
  if (line) await postedMessage(userDraft(person, { id: channelId }, reply));
}

type Twins = { fast: MadeWebhook; slow: MadeWebhook; person: SessionUser };

/** Two webhooks with the same name, in channels with one member, who follows all replies. */
async function makeTwins(): Promise<Twins> {
  const person = await makeUser();
  const make = async () => {
    const channel = await makeChannel({ members: [person] });
    await db().membership.updateMany({ where: { channelId: channel.id }, data: { allReplies: true } });
    return makeWebhook({ channelId: channel.id, name: "Alerts" });
  };
  return { fast: await make(), slow: await make(), person };
}

async function oneByOne(drafts: readonly WebhookDraft[]): Promise<CommittedRow[]> {
  const rows: CommittedRow[] = [];
  for (const draft of drafts) rows.push(...(await commitAny([draft])));
  return rows;
}

/** What a post is answered, with its message's number. */
async function answersOf(rows: readonly CommittedRow[]) {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const messages = await db().message.findMany({ where: { id: { in: ids } }, select: { id: true, seq: true } });
  const seqs = new Map(messages.map(({ id, seq }) => [id, seq]));
  return rows.map(({ refused, id, seq, rev, incidents = false }) => ({
    ...{ refused, message: id && seqs.get(id), seq, rev, incidents },
  }));
}

test.each([
  ["of senders that no storm gathers", false],
  ["in a storm that begins meanwhile", true],
])("posts with keys %s are stored together as if each was posted alone", async (_, gathers) => {
  const { fast, slow, person } = await makeTwins();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(batchesOf(12), async (batches) => {
      run += 1;
      for (const said of batches) {
        const posts = said.map((each) => ({
          ...each,
          key: each.key && `${run} ${each.key}`,
          request: each.request && `${run} ${each.request}`,
        }));
        const [own, others] = [fast, slow].map((made) => posts.map((each) => draftOf(made, each, gathers)));
        const answers = await answersOf(await commitDrafts(own ?? []));
        expect(answers).toEqual(await answersOf(await oneByOne(others ?? [])));
        expect(await storedBy(fast)).toEqual(await storedBy(slow));
        for (const made of [fast, slow]) await pass(made, person);
      }
    }),
    { numRuns: 8 },
  );
});

test("instances that post with the same keys at once agree on each key's message and its incident", async () => {
  const next = numbers(7);
  const made = await makeWebhook();
  const { channelId } = made.webhook;
  const said = (): Said => ({
    ...{
      key: `key ${next(6)}`,
      tone: pickOf(TONES, next),
      subject: pickOf(SUBJECTS, next),
      content: "",
      fields: ["Host"],
    },
    ...{ bump: next(8) === 0, silent: false, keepFields: true, isCard: true, request: null },
  });
  const batches = times(24).map(() => times(1 + next(10)).map(() => draftOf(made, said(), false)));
  // Each takes a connection of its own and waits for the others' locks, as another process does.
  const rows = (await Promise.all(batches.map((drafts) => commitDrafts(drafts)))).flat();
  const include = { incident: true, edits: true, updateKeys: true } as const;
  const messages = await db().message.findMany({ where: { channelId }, orderBy: { seq: "asc" }, include });
  expect(messages.map(({ seq }) => Number(seq))).toEqual(times(messages.length).map((index) => index + 1));
  const { rev } = await db().channel.findUniqueOrThrow({ where: { id: channelId } });
  const revs = rows.flatMap((row) => row.rev ?? []).sort((a, b) => Number(a - b));
  expect(revs.map(Number)).toEqual(times(Number(rev)).map((index) => index + 1));
  for (const { embeds, incident, edits, updateKeys, updateCount } of messages) {
    expect(edits).toHaveLength(updateCount);
    const severity = updateKeys.length > 0 ? severityOf(storedEmbeds(embeds)) : null;
    expect(incident !== null && incident.closedAt === null ? incident.severity : null).toBe(severity);
  }
  expect(messages.flatMap(({ updateKeys }) => updateKeys)).toHaveLength(6);
});

test("a post whose webhook's token is replaced while it waits for its turn is refused", async () => {
  const made = await makeWebhook();
  const draft = webhookDraft(made, { updateKey: "k" });
  const waiting = await db().$transaction(async (tx) => {
    await tx.webhook.update({ where: { id: made.webhook.id }, data: { tokenHash: new Uint8Array(32) } });
    const posted = commitDrafts([draft]);
    await until(async () => expect(await lockWaits()).toBeGreaterThan(0));
    return { posted };
  });
  expect(await waiting.posted).toMatchObject([{ refused: "unknown_webhook", id: null }]);
  expect(await db().message.count({ where: { webhookId: made.webhook.id } })).toBe(0);
});
