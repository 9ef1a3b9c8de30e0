/**
 * A hint that something changed: receivers read PostgreSQL again. It may come twice, late, out of order or never. The
 * last three kinds are about state that isn't stored, so they carry the state itself; `presence` hints of one instance
 * come in order.
 */
export type Hint =
  | { kind: "channel"; channelId: bigint; rev: number; msgSeq: number }
  /** Somebody's session, role or memberships changed. */
  | { kind: "user"; userId: bigint }
  /** Somebody's read position in a channel moved; `back`: they marked messages as unread. */
  | { kind: "read"; userId: bigint; channelId: bigint; lastReadSeq: number; back: boolean }
  /** Other things of somebody's are unread: in a thread that they read in, follow or turned away from, or by their keywords. */
  | { kind: "unread"; userId: bigint }
  /** Requests to a webhook of this channel were logged. */
  | { kind: "deliveries"; channelId: bigint; webhookId: bigint }
  /** How somebody looks to everybody changed: their name, avatar or status. */
  | { kind: "person"; userId: bigint }
  /** A channel was made, renamed, archived: sidebars are to be read again. */
  | { kind: "channels" }
  | PresenceHint
  /** Somebody is typing in a channel, or in a thread of it. */
  | { kind: "typing"; channelId: bigint; threadId: bigint | null; userId: bigint; name: string }
  /** A page of somebody, which may be connected to any instance, was left alone or is looked at again. */
  | { kind: "page"; userId: bigint; tab: string; away: boolean };

/** What an instance says of its own people, each by `presenceKey` with spaces between. */
export type PresenceHint = {
  kind: "presence";
  instance: string;
  here?: string;
  away?: string;
  off?: string;
  /** It has just started, and asks the others for all their people. */
  asks?: boolean;
  /** It is about to end. */
  leaves?: boolean;
};
