import { paths, withParameters } from "@/lib/paths";

/** The filters and order of the list of all webhooks, as in its URL. Empty values don't filter. */
export type WebhookFilter = { q: string; state: string; channel: string; sort: string };

export const NO_FILTER: WebhookFilter = { q: "", state: "", channel: "", sort: "" };

/** The list's URL with this filter. */
export function webhooksHref(filter: WebhookFilter): string {
  return withParameters(paths.allWebhooks, filter);
}

/** "#deploys"; a direct message of others has no name here. */
export function channelLabel(name: string | null): string {
  return name === null ? "Direct message" : `#${name}`;
}
