import { holdsWords, searchWords } from "@/components/ui/search-words";
import type { WebhookState, WorkspaceWebhookDto } from "@/lib/webhooks/dto";

export type WebhookFilter = { search: string; state: WebhookState | ""; channelId: string; sort: WebhookSort };
export type WebhookSort = "name" | "used" | "created";

export const NO_FILTER: WebhookFilter = { search: "", state: "", channelId: "", sort: "name" };

/** The webhooks whose name, description, channel or creator hold every word of the search, in the order asked for. */
export function filterWebhooks(
  webhooks: readonly WorkspaceWebhookDto[],
  { search, state, channelId, sort }: WebhookFilter,
): WorkspaceWebhookDto[] {
  const words = searchWords(search);
  return webhooks
    .filter((webhook) => (state === "" || webhook.state === state) && (!channelId || webhook.channelId === channelId))
    .filter((webhook) => holdsWords(textOf(webhook), words))
    .sort(orders[sort]);
}

/** The channels that these webhooks post to, by name, each with how many they are. */
export function channelsOf(webhooks: readonly WorkspaceWebhookDto[]): { id: string; name: string; count: number }[] {
  const channels = new Map<string, { id: string; name: string; count: number }>();
  for (const { channelId: id, channelName } of webhooks) {
    const known = channels.get(id) ?? { id, name: channelLabel(channelName), count: 0 };
    channels.set(id, { ...known, count: known.count + 1 });
  }
  return [...channels.values()].sort((a, b) => byText(a.name, b.name));
}

/** "#deploys"; a direct message of others has no name here. */
export function channelLabel(name: string | null): string {
  return name === null ? "Direct message" : `#${name}`;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function byText(a: string, b: string): number {
  return collator.compare(a, b);
}

const orders: Record<WebhookSort, (a: WorkspaceWebhookDto, b: WorkspaceWebhookDto) => number> = {
  name: (a, b) => byText(a.name, b.name) || latest(a.createdAt, b.createdAt),
  used: (a, b) => latest(a.lastUsedAt, b.lastUsedAt) || byText(a.name, b.name),
  created: (a, b) => latest(a.createdAt, b.createdAt) || byText(a.name, b.name),
};

/** Later moments first, and what never happened last. */
function latest(a: string | null, b: string | null): number {
  const [left, right] = [a ?? "", b ?? ""];
  return left === right ? 0 : left < right ? 1 : -1;
}

function textOf({ name, description, channelName, creatorName }: WorkspaceWebhookDto): string {
  return [name, description, channelLabel(channelName), creatorName ?? ""].join(" ");
}
