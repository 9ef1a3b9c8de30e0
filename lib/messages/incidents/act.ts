import { announce, leaveNotice } from "@/lib/audit/leave-notices";
import { recordAudit } from "@/lib/audit/record-audit";
import type { AccessibleChannel } from "@/lib/channels/access";
import type { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { isOpen, severityOf, toIncidentDto } from "@/lib/messages/cards/incidents";
import { changeAsMember } from "@/lib/messages/change/change-as-member";
import type { Changeable } from "@/lib/messages/change-message";
import { type IncidentActKind, isAcknowledged, type MessageDto } from "@/lib/messages/dto";
import type { IncidentAct } from "@/lib/messages/incidents/schema";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { AppError } from "@/lib/text/errors";

// Why: docs/decisions/incidents.md

/**
 * Acknowledges, assigns or closes a card's incident, or takes that back, and says so in the card's thread, or in the
 * thread that the card is a reply in. Returns the card. Repeating an act changes nothing. Throws `conflict` if the
 * incident is over and wasn't just closed by hand, `invalid` if the person to assign
 * it to isn't a member of the channel, and like `changeAsMember`.
 */
export async function actOnIncident(
  channel: AccessibleChannel,
  messageId: bigint,
  act: IncidentAct,
): Promise<MessageDto> {
  let changed = false;
  const change = async (tx: Transaction, card: Changeable) => {
    const at = new Date();
    const data = await changeBy(tx, channel, card, act, at);
    if (!data) return null;
    changed = true;
    await tx.incident.update({ where: { messageId }, data: { ...data, activeAt: at } });
    await noteInHistory(tx, messageId, act.act, at);
    const toUserId = act.act === "assign" ? act.to : null;
    await tx.incidentAct.create({
      data: { messageId, userId: channel.user.id, kind: act.act, toUserId, createdAt: at },
    });
    if (toUserId !== null && toUserId !== channel.user.id) await leaveAssigned(tx, channel, messageId, toUserId);
    return {};
  };
  const line = act.act === "assign" ? { kind: act.act, who: act.to } : { kind: act.act };
  const message = await changeAsMember(channel, messageId, change, line);
  if (changed) publish({ kind: "incidents", channelId: channel.channel.id });
  if (changed && act.act === "assign" && act.to !== channel.user.id) announce([act.to]);
  return message;
}

/** Returns the columns that the act changes, or null if it changes nothing. */
async function changeBy(
  tx: Transaction,
  { user, channel }: AccessibleChannel,
  card: Changeable,
  act: IncidentAct,
  at: Date,
): Promise<Prisma.IncidentUncheckedUpdateInput | null> {
  const include = { acknowledgedBy: true, assignedTo: true, closedBy: true } as const;
  const row = await tx.incident.findUnique({ where: { messageId: card.id }, include });
  const now = toIncidentDto(row);
  if (act.act === "reopen" && row && (now || (await isClosedByHand(tx, row.closedAt, card))))
    return now ? null : { closedAt: null, closedById: null };
  if (!row || !now || !isOpen(row) || act.act === "reopen")
    throw new AppError("conflict", "This incident is over. There's nothing left to do.");
  switch (act.act) {
    case "acknowledge":
      return isAcknowledged(now) ? null : { acknowledgedById: user.id, acknowledgedAt: at };
    case "unacknowledge":
      return isAcknowledged(now) ? { acknowledgedById: null, acknowledgedAt: null } : null;
    case "close":
      return { closedAt: at, closedById: user.id };
    case "unassign":
      return row.assignedToId === null ? null : { assignedToId: null };
    case "assign": {
      if (row.assignedToId === act.to) return null;
      const where = { channelId: channel.id, userId: act.to, user: { deactivatedAt: null } };
      if ((await tx.membership.count({ where })) === 0)
        throw new AppError("invalid", "You can only assign it to a member of this channel. Add them first.");
      return { assignedToId: act.to };
    }
  }
}

/** Changes the outage that the card reports, or reported last. */
async function noteInHistory(tx: Transaction, messageId: bigint, act: IncidentActKind, at: Date): Promise<void> {
  const change = {
    acknowledge: { acknowledgedAt: at },
    unacknowledge: { acknowledgedAt: null },
    close: { resolvedAt: at },
    reopen: { resolvedAt: null },
    assign: null,
    unassign: null,
  }[act];
  if (!change) return;
  const last = await tx.outage.findFirst({ where: { messageId }, orderBy: { id: "desc" }, select: { id: true } });
  if (last) await tx.outage.update({ where: { id: last.id }, data: change, select: { id: true } });
}

/** Leaves a notice for the person that an incident is assigned to. */
async function leaveAssigned(
  tx: Transaction,
  { user: actor, channel }: AccessibleChannel,
  messageId: bigint,
  userId: bigint,
): Promise<void> {
  const who = { select: { id: true, name: true } } as const;
  const member = await tx.user.findUniqueOrThrow({ where: { id: userId }, ...who });
  const { seq, webhook } = await tx.message.findUniqueOrThrow({
    where: { id: messageId },
    select: { seq: true, webhook: who },
  });
  const details = { messageId: `${messageId}`, messageSeq: Number(seq) };
  const entryId = await recordAudit(tx, { actor, action: "incident.assigned", channel, webhook, member, details });
  if (entryId !== null) await leaveNotice(tx, userId, entryId);
}

/** Returns whether a person closed the incident, and its card hasn't turned good since or been replaced. */
async function isClosedByHand(tx: Transaction, closedAt: Date | null, { id, embeds }: Changeable): Promise<boolean> {
  if (closedAt === null || severityOf(storedEmbeds(embeds)) === null) return false;
  return (await tx.incidentAct.count({ where: { messageId: id, kind: "close", createdAt: closedAt } })) > 0;
}
