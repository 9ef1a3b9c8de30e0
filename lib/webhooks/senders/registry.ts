import { discord } from "@/lib/webhooks/formats/discord/sender";
import { github, githubTool } from "@/lib/webhooks/formats/github/sender";
import { mattermostMessages } from "@/lib/webhooks/formats/mattermost/parse";
import { mattermost } from "@/lib/webhooks/formats/mattermost/sender";
import { chatOf } from "@/lib/webhooks/formats/slack/recognize";
import { readSlack, slack } from "@/lib/webhooks/formats/slack/sender";
import { makeRecognizer } from "@/lib/webhooks/interpret/described/recognize";
import { JsonObject } from "@/lib/webhooks/payload/json-object";
import { readPayload } from "@/lib/webhooks/payload/read-payload";
import type { Sender } from "@/lib/webhooks/request/context";
import { posted, refused, WebhookError } from "@/lib/webhooks/request/response";
import { postAsWebhook, takePayload } from "@/lib/webhooks/request/take-payload";
import { descriptions, fromSenders } from "@/lib/webhooks/senders/descriptions";
import { SenderNames } from "@/lib/webhooks/senders/sender-names";
import { anySender, type Chat, describedSender, type OtherTool } from "@/lib/webhooks/senders/tool-sender";

const recognizer = fromSenders(({ descriptions }) => makeRecognizer(descriptions));

const chats = {
  slack: { name: "slack", read: readSlack },
  mattermost: { name: "mattermost", read: mattermostMessages },
} as const satisfies Record<string, Chat>;

const json = anySender(
  (payload, headers) => {
    const name = recognizer()({ payload, headers });
    const description = name === null ? undefined : descriptions().get(name);
    return name !== null && description ? { name, description } : null;
  },
  (payload) => {
    const name = chatOf(payload);
    return name && chats[name];
  },
);

/** Parley's own format. */
const parley: Sender = {
  name: "Parley",
  handle: async (context) => {
    const { payload, idempotency } = await takePayload(context);
    const message = await postAsWebhook(context, readPayload(payload, [], context.remarks), idempotency);
    return { messageId: message.messageId, answer: () => posted(message) };
  },
  refuse: refused,
};

/** Senders that need their own code. No description can have one of their names. */
const own = new Map<string, Sender>(Object.entries({ parley, slack, mattermost, github, discord, json }));

/** A sender's name. */
export type DialectName = string;

/** The others by name. */
const described = fromSenders(
  ({ descriptions, broken }) =>
    new Map<string, Sender>([
      ...[...broken].map((name) => [name, json] as const),
      ...[...descriptions].map(([name, description]) => [name, describedSender(name, description)] as const),
    ]),
);

const find = (name: DialectName): Sender | undefined => own.get(name) ?? described().get(name);

/** Names that a webhook's URL can end with. Parley's and Discord's own formats have other URLs. */
const names = fromSenders(
  ({ descriptions, broken }) =>
    new SenderNames<DialectName>([
      ...["slack", "mattermost", "github", "json", ...broken].map((name) => [name, []] as const),
      ...[...descriptions].map(([name, { aliases = [] }]) => [name, aliases] as const),
    ]),
);

/** Returns the dialect with this name at the end of a webhook's URL, as in `…/slack`. */
export function dialectAt(suffix: string): DialectName | null {
  return names().find(suffix);
}

/**
 * Returns a sender that rejects an unknown name at the end of a webhook's URL, in the format of `sender`. Similar names
 * are only revealed to requests with a valid token.
 */
export function unknownSender(suffix: string, { refuse }: Pick<Sender, "refuse">): Sender {
  const handle = () => Promise.reject(new WebhookError("unknown_sender", unknownName(suffix)));
  return { name: "Any JSON", handle, refuse };
}

function unknownName(suffix: string): string {
  const called = /^[\w.~-]{1,40}$/.test(suffix) ? `called "${suffix}"` : "with this name";
  const near = names()
    .nearest(suffix)
    .map((name) => `/${name}`);
  const choice = near.length > 1 ? `${near.slice(0, -1).join(", ")} or ${near.at(-1)}` : near[0];
  return `There is no tool ${called}.${choice === undefined ? "" : ` Did you mean ${choice}?`} Any tool can post to /json.`;
}

/**
 * Returns a sentence with the tool that a payload at the plain URL comes from and the address that accepts it; null for
 * unknown tools.
 */
export function addressFor(payload: unknown, headers: (name: string) => string | null): string | null {
  const name = recognizer()({ payload, headers }) ?? chatOf(payload) ?? (isText(payload) ? "slack" : null);
  return name === null ? null : `This is ${senderName(name)}'s payload: post it to …/${name}.`;
}

/** Parley's own format has no `text`. */
function isText(payload: unknown): boolean {
  return new JsonObject(payload).line("text") !== "";
}

/** How a request is read. */
export type Spoken = {
  sender: Sender;
  /** The dialect to log. */
  dialect: DialectName;
  /**
   * The kind of address: `tool` is /json or a tool's, where the webhook's own card comes first, `plain` the one without
   * a name, where it gets what the sender refuses. At others, the sender decides.
   */
  place: "plain" | "tool" | "own";
  /** The tool that posts, if the dialect to log doesn't say it. */
  by?: DialectName;
  /** The tool that sends, if its sender doesn't apply the webhook's own card. */
  tool?: OtherTool;
};

/**
 * Returns how a request to this dialect's URL is read. GitHub is recognized by its header at /json and at the plain URL,
 * where many people use it; there it's logged as Parley's.
 */
export function spokenAt(named: DialectName, headers: (name: string) => string | null): Spoken {
  if (headers("x-github-event") !== null) {
    // Gitea and Forgejo send GitHub's header in addition to their own.
    const isGitHub = headers("x-gogs-event") === null;
    if (isGitHub && named === "json") return { sender: github, dialect: "github", place: "tool", tool: githubTool };
    if (named === "parley") {
      const how = isGitHub ? ({ place: "own", by: "github" } as const) : ({ place: "plain" } as const);
      return { sender: github, dialect: "parley", ...how };
    }
  }
  const place = named === "parley" ? "plain" : isDescribed(named) ? "tool" : "own";
  return { sender: find(named) ?? parley, dialect: named, place };
}

/** Returns the dialect of a logged delivery. If it no longer exists, the delivery is read as Parley's own. */
export function loggedDialect(name: string): DialectName {
  return find(name) ? name : "parley";
}

/** Returns the display name of a logged delivery's sender, such as "GitHub". */
export function senderName(dialect: string): string {
  return find(dialect)?.name ?? dialect;
}

/** Returns whether the dialect accepts tools' own JSON, forms and text. */
export function isDescribed(dialect: DialectName): boolean {
  return dialect === "json" || described().has(dialect);
}
