import { recordAudit } from "@/lib/audit/record-audit";
import { assertCanManageWebhooks, requireMember } from "@/lib/channels/access";
import { db, postingPool } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import type { CommittedRow, MessageDraft, WebhookDraft } from "@/lib/messages/draft";
import { withoutPeople, withoutThreads, withPeople, withThreads } from "@/lib/messages/insert-parts";
import { mentionsIn, personIds } from "@/lib/messages/markdown/mention-grammar";
import { noteBusy } from "@/lib/messages/post/busy-webhooks";
import { refusalOf, skip, TAKEN } from "@/lib/messages/post/claims";
import { commitKeyed, isKeyedOnly } from "@/lib/messages/post/commit-keyed";
import { insertStatement, oneWebhookStatement, plainStatement } from "@/lib/messages/post/insert-statement";
import { commitInKnownStorm, rememberStorms } from "@/lib/messages/post/known-storms";
import { isAlike, postAlike, postInStorm } from "@/lib/messages/post/post-storm";
import { postThing, type ThingDraft } from "@/lib/messages/post/post-things";
import { type AlikeDraft, Storms } from "@/lib/messages/post/storms";
import { silentIfAlone } from "@/lib/messages/post/thread-only";
import { type KeyedDraft, postOrUpdate } from "@/lib/messages/post/update-by-key";
import { holdActive } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";

// Long enough to wait for a busy channel's lock.
const PATIENCE = { maxWait: 15_000, timeout: 30_000 };

/**
 * Authorizes, numbers and inserts all drafts at once. What it returns as inserted is committed to disk. Rows come in
 * the order of `drafts`. If the database throws, nothing has been written.
 */
export async function commitDrafts(drafts: readonly MessageDraft[]): Promise<CommittedRow[]> {
  if (drafts.every(isAlikeOnly)) {
    const rows = await commitInKnownStorm(drafts, saidBy);
    for (const { webhookId } of rows ? drafts.slice(0, 1) : []) noteBusy(webhookId);
    return rows ?? commitAny(drafts);
  }
  if (drafts.every(isForKeys)) return (await commitKeyed(drafts, saidBy)) ?? commitAny(drafts);
  if (!drafts.every(isPlain)) return commitAny(drafts);
  const rows = (await commitForOneWebhook(drafts)) ?? (await commitPlain(drafts));
  return rows.sort((a, b) => a.ord - b.ord);
}

/** Lets the general statement find out why drafts are refused. */
async function commitPlain(drafts: readonly WebhookDraft[]): Promise<CommittedRow[]> {
  const rows = await run(statements.plain, JSON.stringify(drafts.map(toRow)));
  if (rows.length === drafts.length) return rows;
  const inserted = new Set(rows.map(({ ord }) => ord));
  const left = drafts.map((draft, ord) => ({ draft, ord })).filter(({ ord }) => !inserted.has(ord));
  const others = await commitAny(left.map(({ draft }) => draft));
  return [...rows, ...others.map((row, index) => ({ ...row, ord: left[index]?.ord ?? row.ord }))];
}

/**
 * Commits all drafts of one webhook in one transaction, or none if any of them is refused or its idempotency key is
 * taken. The rows then say why, and none has an id.
 */
export async function commitTogether(drafts: readonly WebhookDraft[]): Promise<CommittedRow[]> {
  const statement =
    statements[drafts.some((draft) => isForThread(draft) || isInTurn(draft)) ? "withThreads" : "withoutThreads"];
  try {
    const rows = await commitWithMore(drafts, JSON.stringify(drafts.map(toRow)), statement.text, requireAll);
    return rows.sort((a, b) => a.ord - b.ord);
  } catch (error) {
    if (!(error instanceof NotAll)) throw error;
    return error.rows.sort((a, b) => a.ord - b.ord).map((row) => ({ ...row, id: null, seq: null, rev: null }));
  }
}

/** Rolls back drafts of which some can't be committed. */
class NotAll extends Error {
  constructor(readonly rows: CommittedRow[]) {
    super("Not all drafts could be committed.");
  }
}

function requireAll(rows: CommittedRow[]): void {
  if (rows.some(({ refused, id }) => refused !== null || id === null)) throw new NotAll(rows);
}

const statements = {
  plain: { name: "parley_post_plain", text: plainStatement },
  oneWebhook: { name: "parley_post_one", text: oneWebhookStatement },
  withoutThreads: { name: "parley_post", text: insertStatement(withoutThreads, withoutPeople) },
  withThreads: { name: "parley_post_threads", text: insertStatement(withThreads, withoutPeople) },
  ofPeople: { name: "parley_post_people", text: insertStatement(withoutThreads, withPeople) },
  ofPeopleWithThreads: { name: "parley_post_people_threads", text: insertStatement(withThreads, withPeople) },
} as const;

/** Returns null if the drafts aren't all from one webhook, or if it isn't allowed to post. */
async function commitForOneWebhook(drafts: readonly WebhookDraft[]): Promise<CommittedRow[] | null> {
  const [first] = drafts;
  if (!first) return null;
  for (const { webhookId, tokenHash } of drafts) {
    if (webhookId !== first.webhookId || !tokenHash.equals(first.tokenHash)) return null;
  }
  const said = JSON.stringify(drafts.map((draft, index) => ({ n: index + 1, ...saidBy(draft) })));
  const values = [first.webhookId, first.tokenHash, drafts.length, said];
  const { rows } = await postingPool().query<Numbers>({ ...statements.oneWebhook, values });
  const inOrder = rows.map((row) => ({ refused: null, ...read(row) })).sort((a, b) => Number(a.seq) - Number(b.seq));
  return rows.length === 0 ? null : inOrder.map((row, ord) => ({ ord, ...row }));
}

/**
 * Commits drafts of any kind: those that depend on earlier messages one by one, then all others at once.
 */
export async function commitAny(drafts: readonly MessageDraft[]): Promise<CommittedRow[]> {
  const input = JSON.stringify(drafts.map(toRow));
  const forThreads = drafts.some((draft) => isForThread(draft) || isInTurn(draft));
  const ofPeople = drafts.some(({ kind }) => kind === "user");
  const statement = ofPeople
    ? statements[forThreads ? "ofPeopleWithThreads" : "ofPeople"]
    : statements[forThreads ? "withThreads" : "withoutThreads"];
  const rows =
    forThreads || drafts.some(isByHand)
      ? await commitWithMore(drafts, input, statement.text)
      : await run(statement, input);
  return rows.sort((a, b) => a.ord - b.ord);
}

type Numbers = Record<"id" | "channel_id" | "seq" | "rev", string | null>;

// Bypasses Prisma, whose overhead takes longer than the statement itself.
async function run(statement: { name: string; text: string }, input: string): Promise<CommittedRow[]> {
  const { rows } = await postingPool().query<Pick<CommittedRow, "ord" | "refused"> & Numbers>({
    ...statement,
    values: [input],
  });
  return rows.map(({ ord, refused, ...numbers }) => ({ ord, refused, ...read(numbers) }));
}

function read({ id, channel_id, seq, rev }: Numbers): Omit<CommittedRow, "ord" | "refused"> {
  return { id: toBigInt(id), channel_id: toBigInt(channel_id), seq: toBigInt(seq), rev: toBigInt(rev) };
}

function toBigInt(digits: string | null): bigint | null {
  return digits === null ? null : BigInt(digits);
}

// A statement only sees what was committed before it began, but a thread's root may be committed while it waits for
// locks. So the locks are taken first, in a statement of their own.
async function commitWithMore(
  drafts: readonly MessageDraft[],
  input: string,
  statement: string,
  check: (rows: CommittedRow[]) => void = () => {},
): Promise<CommittedRow[]> {
  const webhookIds = drafts.flatMap((draft) => (draft.kind === "webhook" ? [draft.webhookId] : []));
  const channelIds = drafts.flatMap((draft) => (draft.kind === "user" ? [draft.channelId] : []));
  const lock = async (tx: Transaction) => {
    await tx.$executeRaw`
      SELECT FROM webhooks WHERE id = ANY(${webhookIds}::bigint[]) ORDER BY id FOR NO KEY UPDATE`;
    await tx.$executeRaw`
      SELECT FROM channels WHERE id = ANY(${channelIds}::bigint[])
        OR id IN (SELECT channel_id FROM webhooks WHERE id = ANY(${webhookIds}::bigint[]))
      ORDER BY id FOR NO KEY UPDATE`;
  };
  const { rows, storms } = await db().$transaction(async (tx) => {
    await lock(tx);
    for (const draft of drafts)
      if (draft.kind === "webhook" && draft.sentBy) await proveByHand(tx, draft, draft.sentBy);
    const storms = new Storms(tx);
    const rows = drafts.some(isInTurn)
      ? await commitInTurn(tx, storms, drafts, statement)
      : await tx.$queryRawUnsafe<CommittedRow[]>(statement, input);
    check(rows);
    for (const row of rows) await recordAct(tx, drafts[row.ord], row);
    return { rows, storms };
  }, PATIENCE);
  for (const id of storms.busy) noteBusy(id);
  rememberStorms(storms.goingOn);
  return rows;
}

/**
 * Posts drafts that depend on earlier messages one by one, because each may change what the previous one posted, then all
 * others at once.
 */
async function commitInTurn(
  tx: Transaction,
  storms: Storms,
  drafts: readonly MessageDraft[],
  statement: string,
): Promise<CommittedRow[]> {
  const insertAll = (some: readonly MessageDraft[]) =>
    tx.$queryRawUnsafe<CommittedRow[]>(statement, JSON.stringify(some.map(toRow)));
  const insertOne = async (draft: WebhookDraft) => only(await insertAll([draft]));
  const rows: CommittedRow[] = [];
  const others: { draft: MessageDraft; ord: number }[] = [];
  for (const [ord, draft] of drafts.entries()) {
    if (!isAlone(draft)) others.push({ draft, ord });
    else rows.push({ ...(await commitOne(tx, storms, draft, insertOne)), ord });
  }
  if (others.length > 0) rows.push(...(await postAlike(storms, others, insertAll)));
  await storms.store();
  return rows;
}

type InsertOne = (draft: WebhookDraft) => Promise<CommittedRow>;

async function commitOne(
  tx: Transaction,
  storms: Storms,
  draft: WebhookDraft,
  insertOne: InsertOne,
): Promise<CommittedRow> {
  const insert = (one: WebhookDraft) => (isAlike(one) ? postInStorm(storms, one, insertOne) : insertOne(one));
  if (isOfThing(draft)) return postThing(tx, draft, insert);
  if (isKeyed(draft)) return postOrUpdate(tx, draft, insert);
  if (draft.skip == null) return insert(await silentIfAlone(tx, draft));
  const refused = await refusalOf(tx, draft);
  return refused ? { ...TAKEN, refused } : skip(tx, draft, draft.skip);
}

function only([row]: readonly CommittedRow[]): CommittedRow {
  if (!row) throw new Error("The statement returned no row for a draft.");
  return row;
}

/**
 * Throws unless the member who posts by hand may manage the webhook where it is now, and keeps it so. The channel's row is
 * locked already, so its settings stay.
 */
async function proveByHand(tx: Transaction, { webhookId }: WebhookDraft, by: SessionUser): Promise<void> {
  const webhook = await tx.webhook.findUnique({ where: { id: webhookId }, select: { channelId: true } });
  if (!webhook) return;
  const { channelId } = webhook;
  await tx.$executeRaw`SELECT FROM memberships WHERE channel_id = ${channelId} AND user_id = ${by.id} FOR SHARE`;
  assertCanManageWebhooks(await requireMember(await holdActive(tx, by, "shared"), channelId, tx));
}

/** Records a message that a member sent through a webhook by hand in the audit log. If that fails, it isn't posted. */
async function recordAct(tx: Transaction, draft: MessageDraft | undefined, row: CommittedRow): Promise<void> {
  if (draft?.kind !== "webhook" || !draft.sentBy || row.id === null || row.channel_id === null) return;
  const { action, ...actor } = draft.sentBy;
  const [channel, webhook] = await Promise.all([
    tx.channel.findUniqueOrThrow({ where: { id: row.channel_id }, select: { id: true, name: true, kind: true } }),
    tx.webhook.findUniqueOrThrow({ where: { id: draft.webhookId }, select: { id: true, name: true } }),
  ]);
  await recordAudit(tx, { actor, action, channel, webhook, hasRoom: true });
}

/** Returns whether the draft needs no thread, update key or other extra, like most webhook posts. */
function isPlain(draft: MessageDraft): draft is WebhookDraft {
  return isSimple(draft) && draft.likeness == null;
}

/** Returns whether nothing but the draft's likeness decides where it goes. */
function isAlikeOnly(draft: MessageDraft): draft is AlikeDraft {
  return isSimple(draft) && isAlike(draft);
}

/** Returns whether only its update key and its likeness decide what a draft changes, and where it goes. */
function isForKeys(draft: MessageDraft): draft is WebhookDraft {
  return draft.kind === "webhook" && (isKeyed(draft) || isAlike(draft)) && isKeyedOnly(draft);
}

function isSimple(draft: MessageDraft): draft is WebhookDraft {
  return (
    draft.kind === "webhook" &&
    !draft.idempotency &&
    !draft.signingSecret &&
    draft.threadKey == null &&
    draft.updateKey == null &&
    draft.threadRootId == null &&
    draft.thing == null &&
    !draft.silent &&
    draft.skip == null &&
    !draft.threadOnly &&
    !draft.attachments?.length &&
    !isByHand(draft)
  );
}

function isByHand(draft: MessageDraft): boolean {
  return draft.kind === "webhook" && draft.sentBy != null;
}

function isKeyed(draft: MessageDraft): draft is KeyedDraft {
  return draft.kind === "webhook" && draft.updateKey != null;
}

function isOfThing(draft: MessageDraft): draft is ThingDraft {
  return draft.kind === "webhook" && draft.thing != null;
}

/** Returns whether it may change an earlier message, or whether, where and how it's posted depends on earlier ones. */
function isInTurn(draft: MessageDraft): draft is WebhookDraft {
  return isAlone(draft) || isAlike(draft);
}

/** Returns whether it's posted only after all drafts before it, and not together with others. */
function isAlone(draft: MessageDraft): draft is WebhookDraft {
  if (draft.kind !== "webhook") return false;
  const { skip, threadOnly, threadKey } = draft;
  const isInThread = threadKey != null && isAlike(draft);
  return isKeyed(draft) || isOfThing(draft) || isInThread || skip != null || threadOnly === true;
}

function isForThread(draft: MessageDraft): boolean {
  return draft.threadRootId != null || (draft.kind === "webhook" && draft.threadKey != null);
}

/**
 * Returns the people and user groups that a draft mentions: everyone named in a person's message, but in a webhook's
 * only those that `allowed_mentions` allows. Names in code don't count.
 */
export function mentionedBy({ kind, content, allowedMentions }: MessageDraft): {
  userIds: bigint[];
  groupIds: bigint[];
  everyone: boolean;
} {
  if (kind === "webhook" && allowedMentions === null) return { userIds: [], groupIds: [], everyone: false };
  const { ids, groupIds, everyone } = mentionsIn(content);
  if (kind === "user") return { userIds: personIds(ids), groupIds: personIds(groupIds), everyone };
  const { parse = [], users = [], roles = [] } = allowedMentions ?? {};
  const [people, groups] = [
    parse.includes("users") ? ids : ids.filter((id) => users.includes(id)),
    // Discord's roles are the nearest to Parley's groups.
    parse.includes("roles") ? groupIds : groupIds.filter((id) => roles.includes(id)),
  ];
  const all = everyone && parse.includes("everyone");
  return { userIds: personIds(people), groupIds: personIds(groups), everyone: all };
}

/** The draft's texts and files, without its author. */
function saidBy(draft: MessageDraft): Record<string, unknown> {
  const { userIds, groupIds, everyone } = mentionedBy(draft);
  return {
    content: draft.content,
    embeds: draft.embeds.length > 0 ? draft.embeds : undefined,
    allowed_mentions: draft.allowedMentions ?? undefined,
    mentioned_ids: userIds.length > 0 ? userIds.map(String) : undefined,
    group_ids: groupIds.length > 0 ? groupIds.map(String) : undefined,
    mentions_all: everyone || undefined,
    ...(draft.kind === "webhook" && { username: draft.username, avatar_url: draft.avatarUrl }),
  };
}

function toRow(draft: MessageDraft, ord: number): Record<string, unknown> {
  const common = {
    ord,
    ...saidBy(draft),
    files: draft.attachments?.length ? draft.attachments.map(toFile) : undefined,
  };
  if (draft.kind === "user") {
    const { userId, channelId, nonce, threadRootId, inChannel } = draft;
    const thread = threadRootId == null ? {} : { thread_root: `${threadRootId}`, in_channel: inChannel };
    return { ...common, user_id: `${userId}`, to_channel: `${channelId}`, nonce, as_name: draft.as, ...thread };
  }
  return {
    ...common,
    webhook_id: `${draft.webhookId}`,
    token_hash: draft.tokenHash.toString("hex"),
    signing_secret: draft.signingSecret ? Buffer.from(draft.signingSecret).toString("hex") : undefined,
    key: draft.idempotency?.key ?? undefined,
    signature: draft.idempotency?.signature ? Buffer.from(draft.idempotency.signature).toString("hex") : undefined,
    sent_by: draft.sentBy ? `${draft.sentBy.id}` : undefined,
    body_hash: draft.idempotency?.bodyHash.toString("hex"),
    thread_key: draft.threadKey ?? undefined,
    thread_root: draft.threadRootId == null ? undefined : `${draft.threadRootId}`,
    silent: draft.silent || undefined,
  };
}

function toFile({ file, name, description }: NewAttachment, position: number): Record<string, unknown> {
  const { hash, size, contentType, width, height } = file;
  return { position, hash: hash.toString("hex"), name, size, content_type: contentType, width, height, description };
}
