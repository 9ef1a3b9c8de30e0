import type { RejectionKind } from "@/lib/webhooks/rejected";

/** How a post in Slack's dialect failed: its status, and what kind of failure it is where the status doesn't tell. */
type SlackFailure = {
  status: number;
  kind: RejectionKind | null;
};

/** The word that Slack itself would answer, which its clients know. */
export function slackWord({ status, kind }: SlackFailure): string {
  if (status >= 500) return "server_error";
  if (status === 404 || kind === "paused") return "no_service";
  if (status === 429) return "rate_limited";
  if (kind === "archived") return "channel_is_archived";
  if (kind === "empty") return "no_text";
  return kind === "too_many_attachments" ? kind : "invalid_payload";
}
