import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { countAct, personalLimit, sharedLimiter } from "@/lib/process/limits";
import { AppError } from "@/lib/text/errors";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { managedWebhook, messageTitle, payloadIn, takesCard } from "@/lib/webhooks/delivery-log";
import type { CardPreviewDto, CardSampleDto, CardTrialDto, SeenValuesDto } from "@/lib/webhooks/dto";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { SeenValues } from "@/lib/webhooks/interpret/own-cards/seen-values";
import { applyCard, type CardResult } from "@/lib/webhooks/interpret/own-cards/use-card";
import { senderName } from "@/lib/webhooks/senders/registry";

const MOST_TRIED = 100;
/** How many payloads are in memory at once. */
const AT_ONCE = 10;
const LONGEST_TRIAL_MS = 5_000;
const MOST_LOOKED_AT = 50;
const LONGEST_LOOK_MS = 1_000;

// The editor previews at every change, at most twice a second.
const PREVIEWS = { count: 120, seconds: 60 };
const TRIALS = { count: 20, seconds: 60 };

const sampleSelect = {
  id: true,
  dialect: true,
  event: true,
  status: true,
  payload: true,
  createdAt: true,
} satisfies Prisma.DeliverySelect;

type Sample = Prisma.DeliveryGetPayload<{ select: typeof sampleSelect }>;

/** The webhook's deliveries in this channel whose payload is stored whole. */
function samplesOf({ channel }: ManagedChannel, webhookId: bigint): Prisma.DeliveryWhereInput {
  return {
    webhookId,
    channelId: channel.id,
    payload: { not: null },
    payloadCut: false,
    method: "POST",
    OR: [{ messageId: null }, { message: { deletedAt: null } }],
  };
}

/** Returns a delivery's payload, with secrets masked, as a card sees it, or null if it isn't kept whole. */
export async function samplePayload(
  channel: ManagedChannel,
  webhookId: bigint,
  deliveryId: bigint,
): Promise<CardSampleDto | null> {
  const where = { ...samplesOf(channel, webhookId), id: deliveryId };
  const row = await db().delivery.findFirst({ where, select: sampleSelect });
  if (!row) return null;
  const { id, event, dialect } = row;
  return { id: `${id}`, event, dialect, payload: payloadIn(row) };
}

/** Returns what a card makes of a delivery. Nothing is posted. Throws `not_found` if its payload isn't kept whole. */
export async function previewCard(
  channel: ManagedChannel,
  webhookId: bigint,
  { deliveryId, model }: { deliveryId: bigint; model: CardModel },
): Promise<CardPreviewDto> {
  await count(channel, "card-previews", PREVIEWS);
  await managedWebhook(channel, webhookId);
  const sample = await samplePayload(channel, webhookId, deliveryId);
  if (!sample) throw new AppError("not_found", "This delivery's payload is no longer kept. Choose another one.");
  return previewOf(model, sample.payload);
}

/** Returns what a card makes of a payload that `samplePayload` returned. Counts as a preview. */
export async function previewPayload(
  channel: ManagedChannel,
  model: CardModel,
  payload: CardSampleDto["payload"],
): Promise<CardPreviewDto> {
  await count(channel, "card-previews", PREVIEWS);
  return previewOf(model, payload);
}

async function previewOf(model: CardModel, payload: CardSampleDto["payload"]): Promise<CardPreviewDto> {
  const result = await applyCard(model, { payload, sent: payload });
  if (result.kind === "skipped") return { kind: "skipped", reason: result.rule };
  if (result.kind !== "messages") return result;
  return { kind: "card", messages: result.messages.map(({ content, embeds }) => ({ content, embeds })) };
}

/**
 * Tries a card on the webhook's last hundred deliveries and returns what it makes of each, newest first. Nothing is
 * posted.
 */
export async function tryCard(channel: ManagedChannel, webhookId: bigint, model: CardModel): Promise<CardTrialDto> {
  await count(channel, "card-trials", TRIALS);
  await managedWebhook(channel, webhookId);
  const trial: CardTrialDto = { posted: [], skipped: [], failed: [], other: [] };
  const until = performance.now() + LONGEST_TRIAL_MS;
  for await (const row of latestSamples(channel, webhookId, MOST_TRIED)) {
    const { kind, title, reason } = await tryOn(model, row, performance.now() > until);
    trial[kind].push({ deliveryId: `${row.id}`, at: row.createdAt.toISOString(), title, reason });
  }
  return trial;
}

/** Returns which values the webhook's latest deliveries had, so that the editor can offer a state for each. */
export async function seenValues(channel: ManagedChannel, webhookId: bigint): Promise<SeenValuesDto[]> {
  const seen = new SeenValues();
  const until = performance.now() + LONGEST_LOOK_MS;
  for await (const row of latestSamples(channel, webhookId, MOST_LOOKED_AT)) {
    if (performance.now() > until) break;
    if (takesCard(row)) seen.add(payloadIn(row));
  }
  return seen.list();
}

/** The latest deliveries whose payload is stored whole, newest first. Few of them are in memory at a time. */
async function* latestSamples(channel: ManagedChannel, webhookId: bigint, take: number): AsyncGenerator<Sample> {
  const where = samplesOf(channel, webhookId);
  // Ordered by time, because successes and failures are written in separate batches.
  const ids = await db().delivery.findMany({ where, orderBy: { createdAt: "desc" }, take, select: { id: true } });
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const among = ids.slice(from, from + AT_ONCE).map((row) => row.id);
    yield* await db().delivery.findMany({
      where: { ...where, id: { in: among } },
      orderBy: { createdAt: "desc" },
      select: sampleSelect,
    });
  }
}

type TrialResult = { kind: keyof CardTrialDto; title: string; reason: string | null };

async function tryOn(model: CardModel, row: Sample, isLate: boolean): Promise<TrialResult> {
  const name = row.event ?? senderName(row.dialect);
  if (!takesCard(row)) return { kind: "other", title: name, reason: null };
  if (isLate) return { kind: "failed", title: name, reason: "It wasn't tried, because the card is too slow." };
  const payload = payloadIn(row);
  const result: CardResult = await applyCard(model, { payload, sent: payload });
  if (result.kind === "messages") {
    const [message] = result.messages;
    return { kind: "posted", title: messageTitle(message?.content, message?.embeds?.[0]) || name, reason: null };
  }
  if (result.kind === "skipped") return { kind: "skipped", title: name, reason: result.rule };
  if (result.kind === "failed") return { kind: "failed", title: name, reason: result.reason };
  return { kind: "other", title: name, reason: null };
}

async function count({ user }: ManagedChannel, name: string, usual: { count: number; seconds: number }): Promise<void> {
  const limit = personalLimit(name, usual);
  if (limit) await countAct(sharedLimiter(name, limit), user.id, "You're trying cards too often.");
}
