import { readPayload } from "@/lib/webhooks/format/read-payload";
import type { Sender } from "@/lib/webhooks/request/context";
import { posted, refused, WebhookError } from "@/lib/webhooks/request/response";
import { postAsWebhook, takePayload } from "@/lib/webhooks/request/take-payload";

import { makeRecogniser } from "@/lib/webhooks/senders/described/recognise";
import { anySender, describedSender, prepareSenders } from "@/lib/webhooks/senders/described/sender";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { discord } from "@/lib/webhooks/senders/discord/sender";
import { github } from "@/lib/webhooks/senders/github/sender";
import { SenderNames } from "@/lib/webhooks/senders/sender-names";
import { slack } from "@/lib/webhooks/senders/slack/sender";

const recognise = makeRecogniser(descriptions);

const json = anySender((payload, headers) => {
  const name = recognise({ payload, headers });
  const description = name === null ? undefined : descriptions[name];
  return name !== null && description ? { name, description } : null;
});

/** Parley's own way: JSON in, JSON out. */
const parley: Sender = {
  name: "Parley",
  handle: async (context) => {
    const { payload, idempotency } = await takePayload(context);
    const message = await postAsWebhook(context, readPayload(payload), idempotency);
    return { messageId: message.messageId, answer: () => posted(message) };
  },
  refuse: refused,
};

/** Ways of speaking that need code of their own. */
const own = { parley, slack, github, discord, json } as const satisfies Record<string, Sender>;

/** How a sender speaks to a webhook. */
export type DialectName = string;

/** Every way of speaking to a webhook. */
const senders: ReadonlyMap<string, Sender> = new Map<string, Sender>([
  ...Object.entries(own),
  ...Object.entries(descriptions).map(([name, description]) => [name, describedSender(name, description)] as const),
]);

/** The names at the end of a webhook's URL. Parley's and Discord's have URLs of their own. */
const names = new SenderNames<DialectName>([
  ...(["slack", "github", "json"] as const).map((name) => [name, []] as const),
  ...Object.entries(descriptions).map(([name, { aliases = [] }]) => [name, aliases] as const),
]);

/** The dialect that goes by this name at the end of a webhook's URL, as in `…/slack`. */
export function dialectAt(suffix: string): DialectName | null {
  return names.find(suffix);
}

/** Refuses a name at the end of a webhook's URL that no sender has, as `sender` refuses. What is near is told only to who holds the token. */
export function unknownSender(suffix: string, { refuse }: Pick<Sender, "refuse">): Sender {
  const handle = () => Promise.reject(new WebhookError("unknown_sender", unknownName(suffix)));
  return { name: "Any JSON", handle, refuse };
}

function unknownName(suffix: string): string {
  const called = /^[\w.~-]{1,40}$/.test(suffix) ? `called "${suffix}"` : "with this name";
  const near = names.nearest(suffix).map((name) => `/${name}`);
  const choice = near.length > 1 ? `${near.slice(0, -1).join(", ")} or ${near.at(-1)}` : near[0];
  return `There is no tool ${called}.${choice === undefined ? "" : ` Did you mean ${choice}?`} Any tool can post to /json.`;
}

/**
 * Who takes and answers a request whose URL names this dialect, and the dialect under which it is logged and sent again. GitHub is known by
 * its header at /json and at the bare URL, which many of its users give it; there it is logged as Parley's.
 */
export function spokenAt(
  named: DialectName,
  headers: (name: string) => string | null,
): { sender: Sender; dialect: DialectName } {
  const hasHeader = headers("x-github-event") !== null;
  // Gitea and Forgejo send GitHub's header besides their own.
  if (hasHeader && named === "json" && headers("x-gogs-event") === null) return { sender: github, dialect: "github" };
  if (hasHeader && named === "parley") return { sender: github, dialect: "parley" };
  return { sender: senders.get(named) ?? parley, dialect: named };
}

/** The dialect of a logged delivery, which goes on when a way of speaking is no more: then it is read as Parley's own. */
export function loggedDialect(name: string): DialectName {
  return senders.has(name) ? name : "parley";
}

/** What the sender of a logged delivery is called: "GitHub". */
export function senderName(dialect: string): string {
  return senders.get(dialect)?.name ?? dialect;
}

/** Makes all descriptions ready, and logs what is wrong with any. */
export function prepareDescriptions(): Promise<void> {
  return prepareSenders(Object.values(descriptions));
}

/** Whether the dialect takes JSON, forms and text as some tool makes them. */
export function isDescribed(dialect: DialectName): boolean {
  return dialect === "json" || Object.hasOwn(descriptions, dialect);
}
