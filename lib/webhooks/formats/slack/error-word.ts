import type { WebhookErrorCode } from "@/lib/webhooks/request/response";

/** How a post in Slack's dialect failed: its status, and the code if the status isn't enough. */
type SlackFailure = { status: number; code: WebhookErrorCode | null };

/** Returns Slack's own error code, which its clients know. */
export function slackWord({ status, code }: SlackFailure): string {
  if (status >= 500) return "server_error";
  if (status === 404 || code === "paused") return "no_service";
  if (status === 429) return "rate_limited";
  if (code === "archived") return "channel_is_archived";
  if (code === "empty") return "no_text";
  return code === "too_many_attachments" ? code : "invalid_payload";
}
