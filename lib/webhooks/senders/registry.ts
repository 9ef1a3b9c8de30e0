import type { Sender } from "@/lib/webhooks/request/sender";
import { discord } from "@/lib/webhooks/senders/discord/sender";
import { github } from "@/lib/webhooks/senders/github/sender";
import { parley } from "@/lib/webhooks/senders/parley/sender";
import { slack } from "@/lib/webhooks/senders/slack/sender";

/** Every way of speaking to a webhook. A new one is a folder here, a line here, and a value of the database's `dialect_name`. */
const senders = { parley, slack, github, discord } as const satisfies Record<string, Sender>;

/** How a sender speaks to a webhook. */
export type DialectName = keyof typeof senders;

/** The dialect that goes by this name at the end of a webhook's URL, as in `…/slack`; Parley's and Discord's have URLs of their own. */
export function dialectAt(suffix: string): DialectName | null {
  return isDialect(suffix) && suffix !== "parley" && suffix !== "discord" ? suffix : null;
}

/** Who takes and answers a request. GitHub, many of whose users give it the bare URL, is known by its header there too. */
export function senderOf(dialect: DialectName, headers: (name: string) => string | null): Sender {
  return dialect === "parley" && headers("x-github-event") !== null ? github : senders[dialect];
}

function isDialect(name: string): name is DialectName {
  return Object.hasOwn(senders, name);
}
