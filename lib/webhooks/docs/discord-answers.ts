import { WebhookError, type WebhookErrorCode } from "@/lib/webhooks/request/response";
import { discordRefusal } from "@/lib/webhooks/senders/discord/reply";

/** One way in which Discord's dialect refuses. */
export type DiscordAnswer = { status: number; code: number; meaning: string; body: object };

const MEANINGS: Partial<Record<WebhookErrorCode, string>> = {
  empty: "There is nothing to post.",
  invalid: "A field has the wrong type or is out of bounds; errors says which.",
  malformed_token: "The token can't be any webhook's.",
  unsigned: "The webhook has a signing secret, and the request isn't signed with it.",
  paused: "The webhook is paused, or its channel is archived.",
  unknown_webhook: "There is no webhook with this id and token.",
  unknown_message: "This webhook has posted no message with this id in the channel that it is in now.",
  too_large: "The body, or a file, is too large.",
};

/** The refusals that have a code of their own, with an example of each body. */
export const discordAnswers: readonly DiscordAnswer[] = Object.entries(MEANINGS).map(([name, meaning]) => {
  const webhookCode = name as WebhookErrorCode;
  const error =
    webhookCode === "invalid"
      ? new WebhookError(webhookCode, "content can have at most 8000 characters.", { path: ["content"] })
      : new WebhookError(webhookCode, meaning);
  const { status, body } = discordRefusal(error, null);
  return { status, code: body.code, meaning, body };
});
