import type { CardSeverity, CardState, Embed, EmbedButton, EmbedField, StateTone } from "@/lib/messages/dto";

// Why: docs/decisions/things.md

/** What one field of a line shows. Fields are shown by `order`, then by name. */
export type LineField = Omit<EmbedField, "name"> & { order?: number };

/** How one check of a commit, or one job of a run, went. */
export type CheckFact = { tone: StateTone; word: string; url?: string | undefined };

/**
 * What is known of a thing, each a register of its own: the value with the latest time wins. Null says that it has none
 * (anymore). Texts are plain, but `body` and the fields' values are Markdown.
 */
export type ThingFacts = {
  place?: string[] | null;
  subject?: string | null;
  /** What happened, on lines without a state, and on replies. */
  event?: string | null;
  url?: string | null;
  /** Where the thing is in its life. */
  state?: CardState | null;
  /** What reviewers decided; shown instead of a state that is under way. */
  review?: CardState | null;
  severity?: CardSeverity | null;
  summary?: string | null;
  body?: string | null;
  labels?: string[] | null;
  person?: NonNullable<Embed["author"]> | null;
  links?: EmbedButton[] | null;
  image?: string | null;
  thumbnail?: string | null;
  footer?: string | null;
  /** The tone of a line without a state; it only colors it. */
  tone?: StateTone | null;
  /** When what it shows happened. */
  timestamp?: string | null;
  startedAt?: string | null;
  endedAt?: string | null;
  tool?: Embed["tool"] | null;
} & {
  [field: `field ${string}`]: LineField | null;
  /** A check of a commit: only on things that lines watch. A job of a run: on its line. */
  [check: `check ${string}`]: CheckFact | null;
  [job: `job ${string}`]: CheckFact | null;
  /** A review by a person, of which `review` is composed. */
  [review: `review ${string}`]: CardState | null;
};

/** A message in the thread of a thing's line: a comment, a review, new commits. It's a thing itself, with its own key. */
export type ThingReply = {
  /** Unique within the webhook: "comment 123". */
  key: string;
  /** When this was so, by the payload. */
  at: string | null;
  facts: ThingFacts;
};

/**
 * What one request says about a thing. Requests can arrive in any order, twice and at several instances; what is shown in
 * the end depends only on what they say.
 */
export type ThingReport = {
  /** What all requests about the thing share: its kind and ID, such as "pull octo/hello#12". At most 255 code points. */
  key: string;
  /** When this was so, by the payload: ISO 8601 in UTC. Null if it doesn't say; then it's when the request arrived. */
  at: string | null;
  facts: ThingFacts;
  /** Facts whose time is another one, such as a check of an earlier attempt: by name. */
  times?: Readonly<Record<string, string>>;
  /** Facts that are set only while the thing has no value for them, such as a title that a comment repeats without its time. */
  weak?: ThingFacts;
  /** False for what changes lines but never begins one, such as a commit's checks. */
  hasLine: boolean;
  /** The key of the thing whose facts its line shows, too: "commit octo/hello@abc". A register like the others. */
  watches?: string | null;
  /**
   * The group whose things share an incident, such as a workflow's runs on the default branch ("workflow 7 of octo/hello on
   * main"): the first bad one, by `at`, since the last that wasn't. Only set once the thing ended.
   */
  incidentOf?: { key: string; at: string; isBad: boolean } | null;
  reply?: ThingReply;
};

/** A fact and when it became so. */
export type Register = { value: unknown; at: string };

export type Registers = Readonly<Record<string, Register>>;

/**
 * Composes a thing's message. `watched` are the facts of what it watches; `mayBeOpen`: whether it may be its group's incident;
 * `isLine`: whether it's a line, which shows its event only without a state.
 */
export type ComposeThing = (
  facts: ThingFacts,
  more: { watched: ThingFacts; mayBeOpen: boolean; isLine?: boolean },
) => Embed;
