import type { Sender } from "@/lib/webhooks/request/sender";
import { discord } from "@/lib/webhooks/senders/discord/sender";
import { github } from "@/lib/webhooks/senders/github/sender";
import { parley } from "@/lib/webhooks/senders/parley/sender";
import { slack } from "@/lib/webhooks/senders/slack/sender";

/** Every way of speaking to a webhook. A new one is a folder beside this file, and a line here. */
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

/** The dialect of a logged delivery, which goes on when a way of speaking is no more: then it is read as Parley's own. */
export function loggedDialect(name: string): DialectName {
  return isDialect(name) ? name : "parley";
}

/** What the sender of a logged delivery is called: "GitHub". */
export function senderName(dialect: string): string {
  return isDialect(dialect) ? senders[dialect].name : dialect;
}

function isDialect(name: string): name is DialectName {
  return Object.hasOwn(senders, name);
}
