/** A browser that pushes go to. */
export type PushDeviceDto = {
  id: string;
  /** "Firefox on Linux", as the browser says of itself. */
  name: string;
  isHandheld: boolean;
  /** Whose service takes them there: "Mozilla", or its host where it is none of the known ones. */
  service: string;
  createdAt: string;
  /** Whether it belongs to the current session. */
  isThis: boolean;
};

/** The payload for the service worker (public/service-worker/push.js). */
export type PushPayload = { kind: "test" } | MessagePush;

export type MessagePush = {
  kind: "message";
  /** Of the notifications with one tag only the last stands there: a channel's, or a thread's. */
  tag: string;
  channelId: string;
  /** Set on a reply: the message whose thread it stands in. */
  rootId: string | null;
  seq: number;
  /** How many messages this push summarizes; `seq` is the last. */
  count: number;
  /** The path of the message. */
  href: string;
  at: number;
  /** Null where this person wants nothing of what messages say to be shown. */
  text: { author: string; place: string; direct: boolean; words: string } | null;
};
