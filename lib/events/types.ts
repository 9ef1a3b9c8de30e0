/**
 * A hint that something changed: receivers read PostgreSQL again. It may come twice, late, out of order or never. The
 * last three kinds are about state that isn't stored, so they carry the state itself; `presence` hints of one instance
 * come in order.
 */
export type Hint =
  | { kind: "channel"; channelId: bigint; rev: number; msgSeq: number }
  /** Someone's session, role or memberships changed. */
  | { kind: "user"; userId: bigint }
  /** Someone's read position in a channel moved; `back`: they marked messages as unread. */
  | { kind: "read"; userId: bigint; channelId: bigint; lastReadSeq: number; back: boolean }
  /**
   * Something else that is unread for a person changed: in a thread that they read, followed or unfollowed, or by
   * their keywords.
   */
  | { kind: "unread"; userId: bigint }
  /** A person's drafts changed on one of their devices. */
  | { kind: "drafts"; userId: bigint }
  /** Requests to a webhook of this channel were logged, or it was created, changed or moved away. */
  | { kind: "deliveries"; channelId: bigint; webhookId: bigint }
  /** A person's name, avatar or status changed. */
  | { kind: "person"; userId: bigint }
  /** A channel was created, renamed or archived: sidebars must be read again. */
  | { kind: "channels" }
  /** Incidents of a channel were opened, closed or acted on. An older instance doesn't say where. */
  | { kind: "incidents"; channelId?: bigint | undefined }
  /** Files were posted or deleted in a channel. An older instance doesn't say where. */
  | { kind: "files"; channelId?: bigint | undefined }
  /** A webhook posts so much that a storm has begun, or may soon. */
  | { kind: "storm"; webhookId: bigint }
  /** A custom emoji was added or deleted. */
  | { kind: "emoji" }
  | PresenceHint
  /** Someone is typing in a channel, or in one of its threads. */
  | { kind: "typing"; channelId: bigint; threadId: bigint | null; userId: bigint; name: string }
  /** One of a person's pages, connected to any instance, went idle or is in use again. */
  | { kind: "page"; userId: bigint; tab: string; away: boolean };

/** The people connected to one instance, each by `presenceKey`, separated by spaces. */
export type PresenceHint = {
  kind: "presence";
  instance: string;
  here?: string;
  away?: string;
  off?: string;
  /** The instance has just started and asks the others for all their people. */
  asks?: boolean;
  /** The instance is about to stop. */
  leaves?: boolean;
};
