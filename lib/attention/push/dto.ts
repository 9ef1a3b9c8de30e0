/** A browser that pushes go to. */
export type PushDeviceDto = {
  id: string;
  /** The session in which pushes were turned on there. */
  sessionId: string;
  /** The push service's operator, such as "Mozilla", or its host if unknown. */
  service: string;
  createdAt: string;
  /** Whether it belongs to the current session. */
  isThis: boolean;
};

/** The payload for the service worker (public/service-worker/push.js). */
export type PushPayload = { kind: "test" } | MessagePush;

export type MessagePush = {
  kind: "message";
  /** A notification replaces an earlier one with the same tag: one per channel or thread. */
  tag: string;
  channelId: string;
  /** The root of the thread; null for a message in the channel itself. */
  rootId: string | null;
  seq: number;
  /** How many messages this push summarizes; `seq` is the last. */
  count: number;
  /** The path to the message. */
  href: string;
  at: number;
  /** Null if this person doesn't want notifications to show message text. */
  text: { author: string; place: string; direct: boolean; words: string } | null;
};
