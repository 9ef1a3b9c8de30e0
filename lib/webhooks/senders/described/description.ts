import type { SignatureScheme } from "@/lib/webhooks/request/signature";

/**
 * How a tool's requests become messages: data, not code. Every text is a Liquid template, in which the payload's own keys are the names
 * (`payload` is the whole, for lists and for keys that another name hides), `headers` are the headers that `headers` lists, in lower
 * case with "_" for "-", and `request.event` is the event's name. What each filter does stands in `filters.ts`.
 */
export type SenderDescription = {
  /** What it is called: "GitLab". */
  name: string;
  /** Other names under which people look for it: the end of a webhook's URL may be any of them. */
  aliases?: readonly string[];
  /** The tool's home page. */
  home: string;
  /** Its mark's name in simple-icons, if it has one there. */
  icon?: string;
  /** What to do in the tool so that it posts here, in three lines of Markdown. `{url}` stands for the webhook's address. */
  steps: readonly [string, string, string];
  /** Any of these tells that a request to `…/json` comes from this tool; the more one asks for, the earlier it is tried. */
  recognise: readonly Recognition[];
  /** Headers that templates read. */
  headers?: readonly string[];
  /** How it signs its requests, if it can. The webhook's signing secret is what it was given. */
  signature?: SignatureScheme;
  /**
   * The id that it sends with every try of one delivery. With another body it is another delivery, but for what stands at the paths in
   * `varies`: what the tool counts or dates anew with each try.
   */
  delivery?: ({ header: string } | { path: string }) & { varies?: readonly string[] };
  /** How it asks, before it posts anything, whether the address is right: with HEAD, or by a header that it wants to see in the answer. */
  handshake?: { method: "HEAD" } | { header: string };
  /** A template that names the event. */
  event: string;
  /** What the messages of all events share; an event's own parts come first. */
  all?: MessageTemplate;
  /** By the event's name; several share one as "push|tag_push", and "*" is for all others. Without it those become a plain card. */
  events: Readonly<Record<string, MessageTemplate>>;
};

/** All of it must be so. */
export type Recognition = {
  /** Headers by name: a regular expression that each must match, "" for any. */
  headers?: Readonly<Record<string, string>>;
  /** Paths that the payload must have ("build.status"), each with a regular expression for the text or number there, "" for any value. */
  has?: Readonly<Record<string, string>>;
  /** For tools that send plain text: a regular expression that its beginning must match. */
  text?: string;
};

/** The parts of a message. Those named Markdown take it; a payload's value stands in it literally unless a filter makes more of it. */
export type MessageTemplate = {
  /**
   * Makes one message of each object of this list, which the other templates call `item`; of at most a hundred. It is a path ("alerts",
   * "data.items"), or "payload" when the payload itself is the list.
   */
  each?: string;
  /** When it gives a text, nothing is posted, and the sender is told that this was why. */
  skip?: string;
  /** Markdown. */
  content?: string;
  /** Plain text. */
  title?: string;
  url?: string;
  /** Markdown. */
  description?: string;
  /** A colour's name (see `colors`), or a template that gives one, or a word such as "failed" through the filter `color`. */
  color?: string;
  author?: { name: string; url?: string; icon_url?: string };
  /** Fields whose value comes out blank are left out. `each` makes one of each object of a list
   * (a path as above, or one into the item: "item.labels"), called `row`; an object there counts as a list of `{ key, value }`. */
  fields?: readonly FieldTemplate[];
  image?: string;
  thumbnail?: string;
  footer?: string;
  /** A date-time, or seconds or milliseconds since 1970. */
  timestamp?: string;
  /**
   * Messages with the same key gather in one thread. A key is only told apart from others of its tool here: the tool's name is put before
   * it, and one with a `{{ value }}` that is missing is none.
   */
  thread_key?: string;
  /** A later message with the same key takes the place of the earlier one. */
  update_key?: string;
  /**
   * Plain text for the people who manage the webhook, in its delivery log. Only here are secrets not masked, so it may show just what
   * they have to take back to the tool.
   */
  remark?: string;
  /** An update that has no fields, or is green, keeps those fields of the earlier message whose names it hasn't itself. */
  keep_fields?: boolean;
};

/** `name` is plain text, `value` Markdown. */
export type FieldTemplate = { each?: string; name: string; value: string; inline?: boolean };

/** The colours of cards; each means the same for every sender. */
export const colors = {
  /** Succeeded, resolved, up, approved. */
  green: 0x1a7f37,
  /** Failed, firing, down, deleted. */
  red: 0xcf222e,
  /** Merged, completed. */
  purple: 0x8250df,
  /** Needs attention. */
  amber: 0xbf8700,
  /** New or under way, and neither good nor bad. */
  blue: 0x0969da,
  /** Cancelled, skipped, small changes. */
  grey: 0x6e7781,
} as const;
