import type { Transaction } from "@/lib/db/transaction";

// Why: docs/decisions/channels.md

/** What a line in a channel says. With `member`, it was done to them. */
export type ChannelEventKind =
  | "joined"
  | "added"
  | "left"
  | "removed"
  | "renamed"
  | "topic"
  | "made_public"
  | "made_private"
  | "made_channel";

type EventNote = {
  channel: { id: bigint; kind?: string };
  kind: ChannelEventKind;
  actor: { id: bigint };
  member?: { id: bigint };
  /** The old and new name or topic. */
  details?: { from: string; to: string };
};

/**
 * Notes what happened in a channel, in the transaction in which it happens. It becomes a line in the channel a moment
 * after the commit, once a hint of kind `user` or `channels` is published (lib/messages/post/post-lines.ts).
 */
export async function noteEvent(tx: Transaction, { channel, kind, actor, member, details }: EventNote): Promise<void> {
  await tx.channelEvent.create({
    data: {
      channelId: channel.id,
      kind,
      actorId: actor.id,
      memberId: member?.id ?? null,
      ...(details && { details }),
    },
    select: { id: true },
  });
}
