/** A browser that pushes go to. */
export type PushDeviceDto = {
  id: string;
  /** "Firefox on Linux", as the browser says of itself. */
  name: string;
  isHandheld: boolean;
  /** Whose service takes them there: "Mozilla", or its host where it is none of the known ones. */
  service: string;
  createdAt: string;
  /** Whether it was turned on where the one who asks is signed in. */
  isThis: boolean;
};

/** What a push says to the service worker (public/service-worker/push.js). */
export type PushPayload = { kind: "test" } | MessagePush;

export type MessagePush = {
  kind: "message";
  /** Of the notifications with one tag only the last stands there: a channel's, or a thread's. */
  tag: string;
  channelId: string;
  /** Set on a reply: the message whose thread it stands in. */
  rootId: string | null;
  seq: number;
  /** How many messages this push tells of, of which the last is `seq`. */
  count: number;
  /** Where the message stands, within this install. */
  href: string;
  at: number;
  /** Null where this person wants nothing of what messages say to be shown. */
  text: { author: string; place: string; direct: boolean; words: string } | null;
};
