import type { WebhookErrorCode } from "@/lib/webhooks/request/response";

/** How a post in Slack's dialect failed: its status, and the code where the status doesn't tell. */
type SlackFailure = { status: number; code: WebhookErrorCode | null };

/** The word that Slack itself would answer, which its clients know. */
export function slackWord({ status, code }: SlackFailure): string {
  if (status >= 500) return "server_error";
  if (status === 404 || code === "paused") return "no_service";
  if (status === 429) return "rate_limited";
  if (code === "archived") return "channel_is_archived";
  if (code === "empty") return "no_text";
  return code === "too_many_attachments" ? code : "invalid_payload";
}
