import type { Hint } from "@/lib/events/types";

/** The channel that versions before 2026-12 notify and listen on. This file is removed in the next release. */
export const OLD_CHANNEL = "parley_hints";

type OldHint =
  | ["c", channelId: string, rev: number, msgSeq: number]
  | ["r", userId: string, channelId: string, lastReadSeq: number, back: boolean]
  | ["u" | "p" | "t", userId: string]
  | ["d", channelId: string, webhookId: string]
  | ["l"];

type OldWire = { from: string; hints: OldHint[]; alsoNew?: true };

/** Returns the hints that an older instance understands, in its format, or null if it understands none. */
export function toOldWire(from: string, hints: readonly Hint[]): string | null {
  const old = hints.flatMap((hint) => toOldHint(hint) ?? []);
  return old.length === 0 ? null : JSON.stringify({ from, hints: old, alsoNew: true } satisfies OldWire);
}

/**
 * Returns an older instance's hints. Instances like this one send the same hints on the new channel too, so theirs are
 * left out. Throws if the payload is malformed.
 */
export function fromOldWire(payload: string): Hint[] {
  const { hints, alsoNew } = JSON.parse(payload) as OldWire;
  return alsoNew ? [] : hints.flatMap((hint) => fromOldHint(hint) ?? []);
}

function toOldHint(hint: Hint): [OldHint] | null {
  switch (hint.kind) {
    case "channel":
      return [["c", `${hint.channelId}`, hint.rev, hint.msgSeq]];
    case "read":
      return [["r", `${hint.userId}`, `${hint.channelId}`, hint.lastReadSeq, hint.back]];
    case "deliveries":
      return [["d", `${hint.channelId}`, `${hint.webhookId}`]];
    case "user":
      return [["u", `${hint.userId}`]];
    case "person":
      return [["p", `${hint.userId}`]];
    case "unread":
      return [["t", `${hint.userId}`]];
    case "channels":
      return [["l"]];
    // An older instance would take these for "the channels changed".
    default:
      return null;
  }
}

function fromOldHint(hint: OldHint): Hint | null {
  switch (hint[0]) {
    case "c":
      return { kind: "channel", channelId: BigInt(hint[1]), rev: hint[2], msgSeq: hint[3] };
    case "r":
      return {
        kind: "read",
        userId: BigInt(hint[1]),
        channelId: BigInt(hint[2]),
        lastReadSeq: hint[3],
        back: hint[4],
      };
    case "d":
      return { kind: "deliveries", channelId: BigInt(hint[1]), webhookId: BigInt(hint[2]) };
    case "u":
      return { kind: "user", userId: BigInt(hint[1]) };
    case "p":
      return { kind: "person", userId: BigInt(hint[1]) };
    case "t":
      return { kind: "unread", userId: BigInt(hint[1]) };
    case "l":
      return { kind: "channels" };
    default:
      return null;
  }
}
