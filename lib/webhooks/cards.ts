import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/text/errors";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";
import { managedWebhook } from "@/lib/webhooks/delivery-log";
import type { CardEditorDto } from "@/lib/webhooks/dto";
import { forgetAuthorized } from "@/lib/webhooks/endpoint/authorize";
import { CARD_LIMITS } from "@/lib/webhooks/interpret/own-cards/limits";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { readCardFile } from "@/lib/webhooks/interpret/own-cards/read-file";
import { type StoredCard, storedCard } from "@/lib/webhooks/interpret/own-cards/stored-card";
import { writeOlderFile } from "@/lib/webhooks/interpret/own-cards/write-file";
import { moveSkips } from "@/lib/webhooks/move-skips";
import { writeYaml } from "@/lib/webhooks/payload/yaml";
import { samplePayload, seenValues } from "@/lib/webhooks/try-card";

// Why: docs/decisions/own-cards.md

/** How many versions of a card are kept. */
export const MOST_VERSIONS = 50;

/**
 * Returns what the editor of a webhook's own card shows, with a delivery's payload as a sample. The sample is null if
 * it isn't kept. Throws `not_found` for a webhook that is deleted or in another channel.
 */
export async function cardEditorOf(
  channel: ManagedChannel,
  webhookId: bigint,
  deliveryId: bigint | null,
): Promise<CardEditorDto> {
  await managedWebhook(channel, webhookId);
  // It may have moved to another channel meanwhile.
  const here = { webhookId, webhook: { channelId: channel.channel.id } };
  const [newest, inUse, versions, delivery, seen] = await Promise.all([
    db().webhookCard.findFirst({ where: here, orderBy: { version: "desc" }, select: { yaml: true, model: true } }),
    db().webhook.count({ where: { id: webhookId, channelId: channel.channel.id, cardVersion: { not: null } } }),
    db().webhookCard.findMany({
      where: here,
      orderBy: { version: "desc" },
      take: MOST_VERSIONS,
      select: { version: true, createdAt: true, createdBy: { select: { name: true } } },
    }),
    deliveryId === null ? null : samplePayload(channel, webhookId, deliveryId),
    seenValues(channel, webhookId),
  ]);
  const stored = newest && (await storedCard(newest));
  return {
    model: stored?.model ?? null,
    unfit: newest && stored && stored.model === null ? { yaml: newest.yaml, problem: stored.problem } : null,
    isOn: inUse > 0,
    versions: versions.map(({ version, createdAt, createdBy }) => ({
      version,
      by: createdBy?.name ?? null,
      at: createdAt.toISOString(),
    })),
    delivery,
    seen,
  };
}

/**
 * Saves a new version of the webhook's own card and switches it on; it applies to the next request on every instance. What
 * it says about posting nothing becomes rules, as far as they can say it.
 * Throws `conflict` if the newest version isn't `basedOn` (null for none).
 */
export async function saveCard(
  channel: ManagedChannel,
  webhookId: bigint,
  { model, basedOn }: { model: CardModel; basedOn: number | null },
): Promise<{ version: number }> {
  await managedWebhook(channel, webhookId);
  if (Buffer.byteLength(olderFile(model)) > CARD_LIMITS.bytes) {
    throw new AppError("invalid", `A card's file can have at most ${CARD_LIMITS.bytes / 1024} KiB.`, {
      field: "model",
    });
  }
  return addVersion(channel, webhookId, "webhook.card_saved", async (_, newest) => {
    if (newest !== basedOn) {
      throw new AppError(
        "conflict",
        "Someone else saved this card while you were editing it. Export your version, then reload the page.",
      );
    }
    return model;
  });
}

/** Saves an earlier version as a new one, and switches it on. Throws `not_found` if it's no longer kept. */
export function restoreCard(channel: ManagedChannel, webhookId: bigint, version: number): Promise<{ version: number }> {
  return addVersion(channel, webhookId, "webhook.card_restored", async (tx) => {
    const where = { webhookId_version: { webhookId, version } };
    const row = await tx.webhookCard.findUnique({ where, select: { yaml: true, model: true } });
    if (!row) throw new AppError("not_found", `Version ${version} of this card is no longer kept.`);
    return requireModel(await storedCard(row));
  });
}

async function addVersion(
  channel: ManagedChannel,
  webhookId: bigint,
  action: "webhook.card_saved" | "webhook.card_restored",
  modelOf: (tx: Transaction, newest: number | null) => Promise<CardModel>,
): Promise<{ version: number }> {
  let version = 0;
  await changeWebhook(channel, webhookId, async (webhook, tx) => {
    const newest = await newestVersion(tx, webhookId);
    const given = await modelOf(tx, newest);
    const owner = { webhook, channel: channel.channel, actor: channel.user, authorId: channel.user.id };
    const model = await moveSkips(tx, owner, given);
    version = (newest ?? 0) + 1;
    const row = { webhookId, version, model, yaml: olderFile(model), createdById: channel.user.id };
    await tx.webhookCard.create({ data: row });
    await tx.webhookCard.deleteMany({ where: { webhookId, version: { lte: version - MOST_VERSIONS } } });
    return { data: { cardVersion: version }, action, details: { cardVersion: version } };
  });
  forgetAuthorized(webhookId);
  return { version };
}

function olderFile(model: CardModel): string {
  return writeYaml(writeOlderFile(model));
}

function requireModel({ model, problem }: StoredCard): CardModel {
  if (model) return model;
  throw new AppError("invalid", `This version can't be used: ${problem}`);
}

/** Switches the newest version on, or the card off. Throws `not_found` if the webhook has no card that can be used. */
export async function switchCard(channel: ManagedChannel, webhookId: bigint, on: boolean): Promise<void> {
  await changeWebhook(channel, webhookId, async ({ cardVersion }, tx) => {
    if (on === (cardVersion !== null)) return null;
    if (!on) return { data: { cardVersion: null }, action: "webhook.card_switched_off" };
    const newest = await newestVersion(tx, webhookId);
    if (newest === null) throw new AppError("not_found", "This webhook has no card of its own. Save one first.");
    const where = { webhookId_version: { webhookId, version: newest } };
    requireModel(
      await storedCard(await tx.webhookCard.findUniqueOrThrow({ where, select: { yaml: true, model: true } })),
    );
    return { data: { cardVersion: newest }, action: "webhook.card_switched_on" };
  });
}

async function newestVersion(tx: Transaction, webhookId: bigint): Promise<number | null> {
  const { _max } = await tx.webhookCard.aggregate({ where: { webhookId }, _max: { version: true } });
  return _max.version;
}

/**
 * Reads a `sender.yaml` for the form, and returns remarks about what a card doesn't use. Saves nothing. Throws `invalid`
 * for a file with mistakes, or that the form can't express.
 */
export async function importCard(
  channel: ManagedChannel,
  webhookId: bigint,
  yaml: string,
): Promise<{ model: CardModel; remarks: string[] }> {
  await managedWebhook(channel, webhookId);
  const read = await readCardFile(yaml);
  if (read.model === null) throw new AppError("invalid", read.problem, { field: "yaml" });
  const { model, leftOut } = read;
  return { model, remarks: leftOut.map((key) => `${key} was left out: a webhook's own card doesn't use it.`) };
}
