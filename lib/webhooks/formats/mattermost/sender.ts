import { requestId } from "@/lib/process/request-id";
import { mattermostMessages } from "@/lib/webhooks/formats/mattermost/parse";
import { takeMessage } from "@/lib/webhooks/formats/slack/sender";
import type { Sender } from "@/lib/webhooks/request/context";
import { json, textResponse, type WebhookError, type WebhookErrorCode } from "@/lib/webhooks/request/response";

/** Mattermost's incoming webhooks. Responses are `ok` or Mattermost's error objects. */
export const mattermost: Sender = {
  name: "Mattermost",
  handle: (context) => takeMessage(context, mattermostMessages),
  refuse: (error) => json(error.status, mattermostError(error), error.headers),
  skip: () => textResponse(200, "ok"),
};

/** Mattermost's own error ids, which its clients know. */
const IDS = new Map<WebhookErrorCode, string>([
  ["unknown_webhook", "web.incoming_webhook.invalid.app_error"],
  ["malformed_token", "web.incoming_webhook.invalid.app_error"],
  ["paused", "web.incoming_webhook.disabled.app_error"],
  ["archived", "api.post.create_post.can_not_post_to_deleted.error"],
  ["empty", "web.incoming_webhook.text.app_error"],
  ["unavailable", "web.incoming_webhook.general.app_error"],
  ["internal", "web.incoming_webhook.general.app_error"],
]);

/** Returns an error as Mattermost's clients read it. */
export function mattermostError({ code, message, status }: Pick<WebhookError, "code" | "message" | "status">): object {
  return {
    id: IDS.get(code) ?? "web.incoming_webhook.parse.app_error",
    message,
    detailed_error: "",
    request_id: requestId() ?? "",
    status_code: status,
  };
}
