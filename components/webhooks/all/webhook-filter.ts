import { withParameters } from "@/lib/text/paths";
import { workspacePaths } from "@/lib/text/workspace-paths";

/** The filters and order of the list of all webhooks, as in its URL. Empty values don't filter. */
export type WebhookFilter = { q: string; state: string; channel: string; sort: string; order: string };

export const NO_FILTER: Partial<WebhookFilter> = { q: "", state: "", channel: "" };

/** Returns the list's URL with this filter. */
export function webhooksHref(filter: WebhookFilter): string {
  return withParameters(workspacePaths.webhooks, filter);
}

/** Returns "#deploys". Other people's direct messages have no name here. */
export function channelLabel(name: string | null): string {
  return name === null ? "Direct message" : `#${name}`;
}
