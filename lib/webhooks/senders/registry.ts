import type { Sender } from "@/lib/webhooks/request/sender";
import { makeRecogniser } from "@/lib/webhooks/senders/described/recognise";
import { anySender, describedSender, prepareSenders } from "@/lib/webhooks/senders/described/sender";
import { type DescribedName, descriptions } from "@/lib/webhooks/senders/descriptions";
import { discord } from "@/lib/webhooks/senders/discord/sender";
import { github } from "@/lib/webhooks/senders/github/sender";
import { parley } from "@/lib/webhooks/senders/parley/sender";
import { slack } from "@/lib/webhooks/senders/slack/sender";

const recognise = makeRecogniser<DescribedName>(descriptions);

const json = anySender((payload, headers) => {
  const name = recognise({ payload, headers });
  return name && { name, description: descriptions[name] };
});

/** Ways of speaking that need code of their own. */
const own = { parley, slack, github, discord, json } as const satisfies Record<string, Sender>;

/** How a sender speaks to a webhook. */
export type DialectName = keyof typeof own | DescribedName;

/** Every way of speaking to a webhook. */
const senders: ReadonlyMap<string, Sender> = new Map<string, Sender>([
  ...Object.entries(own),
  ...Object.entries(descriptions).map(([name, description]) => [name, describedSender(name, description)] as const),
]);

/** The dialect that goes by this name at the end of a webhook's URL, as in `…/slack`; Parley's and Discord's have URLs of their own. */
export function dialectAt(suffix: string): DialectName | null {
  return isDialect(suffix) && suffix !== "parley" && suffix !== "discord" ? suffix : null;
}

/** Who takes and answers a request. GitHub, many of whose users give it the bare URL, is known by its header there too. */
export function senderOf(dialect: DialectName, headers: (name: string) => string | null): Sender {
  const hasHeader = headers("x-github-event") !== null;
  // Gitea and Forgejo send GitHub's header besides their own.
  const isGitHub = hasHeader && (dialect === "parley" || (dialect === "json" && headers("x-gogs-event") === null));
  return isGitHub ? github : (senders.get(dialect) ?? parley);
}

/** The dialect of a logged delivery, which goes on when a way of speaking is no more: then it is read as Parley's own. */
export function loggedDialect(name: string): DialectName {
  return isDialect(name) ? name : "parley";
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

function isDialect(name: string): name is DialectName {
  return senders.has(name);
}
