import type { Transaction } from "@/lib/db/transaction";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";
import { claim, skip, TAKEN } from "@/lib/messages/post/claims";
import { type Insert, ThingPost } from "@/lib/messages/post/thing-post";
import type { ThingReport } from "@/lib/messages/thing-report";
import { StoredThings } from "@/lib/messages/things/stored-things";
import { firstCodePoints, storableText } from "@/lib/text/text";

// Why: docs/decisions/things.md

/** A draft that reports on a thing. */
export type ThingDraft = WebhookDraft & { thing: NonNullable<WebhookDraft["thing"]> };

const NOTHING_YET = "Nothing in the channel shows this yet.";

/**
 * Changes the thing's line, replies in its thread, or posts its line with `insert`. The caller holds the locks on the
 * webhook's and the channel's rows.
 */
export async function postThing(tx: Transaction, draft: ThingDraft, insert: Insert): Promise<CommittedRow> {
  // What a person sends by hand is a message of its own.
  if (draft.bump || draft.sentBy) return insert({ ...draft, thing: null });
  const { compose } = draft.thing;
  const report = withKeys(draft.thing.report);
  const more = [report.reply?.key, report.watches, report.incidentOf?.key].flatMap((key) => key ?? []);
  const things = await StoredThings.open(tx, draft, [report.key, ...more]);
  if (things === null) return TAKEN;
  if (typeof things === "string") return { ...TAKEN, refused: things };
  const post = new ThingPost(tx, { draft, report, compose, insert }, things);
  const shown = await post.apply();
  await things.store(tx);
  const { lineId: id, rev } = shown;
  const isChange = rev !== null || (id !== null && (!report.reply || shown.replyId !== null));
  if (draft.skip != null && !isChange) return skip(tx, draft, draft.skip);
  if (id === null) return skip(tx, draft, NOTHING_YET);
  const { channelId } = things;
  await claim(tx, draft, { id, channelId });
  await tx.webhook.update({ where: { id: draft.webhookId }, data: { lastUsedAt: new Date() }, select: { id: true } });
  const { seq, replyId, incidents } = shown;
  return { ord: 0, refused: null, id, channel_id: channelId, seq, rev, replyId, incidents };
}

/** Returns the report with keys that fit their column, whatever its sender made them of. */
function withKeys(report: ThingReport): ThingReport {
  const { reply, watches, incidentOf } = report;
  return {
    ...report,
    key: fitting(report.key),
    ...(reply && { reply: { ...reply, key: fitting(reply.key) } }),
    ...(watches && { watches: fitting(watches) }),
    ...(incidentOf && { incidentOf: { ...incidentOf, key: fitting(incidentOf.key) } }),
  };
}

const LONGEST_KEY = 255;

const fitting = (key: string) => firstCodePoints(storableText(key), LONGEST_KEY);
