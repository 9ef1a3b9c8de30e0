import { discordRefusal } from "@/lib/webhooks/formats/discord/reply";
import {
  NO_SUCH_WEBHOOK,
  UTF8_IN_POWERSHELL,
  WebhookError,
  type WebhookErrorCode,
} from "@/lib/webhooks/request/response";

/** One documented error response. */
export type WebhookAnswer = {
  status: number;
  /** Which requests get it. */
  when: string;
  /** An example of the sentence in `{"error": "…"}`. */
  error: string;
  whatToDo: string;
  /** Headers that a sender should read. */
  headers?: { name: "Allow" | "Retry-After"; says: string }[];
};

const RETRY_AFTER = { name: "Retry-After", says: "How many seconds to wait before trying again." } as const;

/** The error responses of `POST /webhooks/incoming/<webhookId>/<token>` by status. */
export const webhookAnswers: readonly WebhookAnswer[] = [
  {
    status: 400,
    when: "The body isn't a JSON object in UTF-8, a value has the wrong type or exceeds a limit, or there's nothing to post.",
    error: "embeds[0].title can have at most 256 characters.",
    whatToDo: "Fix the field that the error names. Nothing was posted, and retrying with the same body won't help.",
  },
  {
    status: 401,
    when: "The webhook has a signing secret, and the request isn't signed with it.",
    error:
      "This webhook requires signed requests, and X-Hub-Signature-256 is missing or wrong. Sign the body with the webhook's secret.",
    whatToDo:
      "Sign the body with the webhook's secret. You can replace or remove the secret in the channel's settings.",
  },
  {
    status: 403,
    when: "The webhook is paused, or its channel is archived.",
    error: "This webhook is paused. Resume it in the channel's settings.",
    whatToDo: "Resume the webhook or unarchive the channel in the channel's settings.",
  },
  {
    status: 404,
    when: "There is no webhook with this ID and token: one of them is wrong, the token was regenerated or the webhook was deleted.",
    error: NO_SUCH_WEBHOOK,
    whatToDo:
      "Compare the URL with the one you copied. If you lost it, regenerate the token in the channel's settings.",
  },
  {
    status: 405,
    when: "The method isn't POST. Opening the URL in a browser never posts.",
    error: "GET isn't allowed here. Use POST.",
    whatToDo: "Send a POST request.",
    headers: [{ name: "Allow", says: "POST" }],
  },
  {
    status: 409,
    when: "The Idempotency-Key was already used with a different body.",
    error: "This Idempotency-Key was already used with a different body. Use a new key for each message.",
    whatToDo: "Create a new key for each message, and reuse it only to retry that message.",
  },
  {
    status: 413,
    when: "The body is larger than 256 KiB.",
    error: "The body can be at most 256 KiB.",
    whatToDo: "Send less text, or link to it.",
  },
  {
    status: 415,
    when: "The Content-Type is missing or isn't JSON, its charset isn't UTF-8, or the body is compressed.",
    error: "The Content-Type must be application/json.",
    whatToDo: `Send the header Content-Type: application/json and an uncompressed body in UTF-8. ${UTF8_IN_POWERSHELL}`,
  },
  {
    status: 429,
    when: "The webhook has reached its rate limit.",
    error: "This webhook can post 3000 messages in 60 seconds. Try again in 12 s.",
    whatToDo: "Wait for the number of seconds in Retry-After, then send the same request again.",
    headers: [RETRY_AFTER],
  },
  {
    status: 500,
    when: "Parley failed unexpectedly.",
    error: "Something went wrong on our side. Try again.",
    whatToDo:
      "Retry with the same Idempotency-Key. If it keeps failing, give the answer's requestId to the person who runs your server.",
  },
  {
    status: 503,
    when: "The database can't be reached, or for a message with files, the place where they are stored, or the server's disk is full.",
    error: "The message couldn't be stored because the database is unavailable. Try again in a few seconds.",
    whatToDo: "Wait for the number of seconds in Retry-After, then retry with the same Idempotency-Key.",
    headers: [RETRY_AFTER],
  },
];

// These URLs accept more than Parley's own, and shorten long texts.
const otherwise: readonly WebhookAnswer[] = [
  {
    status: 400,
    when: "The body is empty ({}, [], null or a lone number count as empty) or isn't valid JSON.",
    error: "The body is an empty object, so there is nothing to post.",
    whatToDo: "Check what the tool sent: the payload is in the webhook's delivery log.",
  },
  {
    status: 401,
    when: "The webhook has a signing secret, and the request isn't signed with it in the way chosen in the webhook's settings, or was signed more than five minutes ago.",
    error: "This webhook requires signed requests, and x-gitlab-token is missing or wrong. Use the webhook's secret.",
    whatToDo:
      "Set the webhook's signing secret in the tool, and choose the tool under Signed posts in the webhook's settings.",
  },
  {
    status: 404,
    when: "There is no webhook with this ID and token, or the URL ends with an unknown tool's name.",
    error: NO_SUCH_WEBHOOK,
    whatToDo:
      "Compare the URL with the one you copied. If only the tool's name is wrong, the error says so and suggests similar names.",
  },
  {
    status: 415,
    when: "The body isn't JSON, a form or text, or it's compressed.",
    error:
      "The Content-Type must be application/json, application/x-www-form-urlencoded, multipart/form-data or text/plain.",
    whatToDo: "Set the tool to send uncompressed JSON.",
  },
];

/** The error responses of the tools' URLs (`…/<sender>` and `…/json`) by status. */
export const toolAnswers: readonly WebhookAnswer[] = webhookAnswers.map(
  (answer) => otherwise.find(({ status }) => status === answer.status) ?? answer,
);

/** The error responses of Slack's and Mattermost's addresses by status. There the body decides, not its content type. */
export const chatAnswers: readonly WebhookAnswer[] = webhookAnswers.map((answer) => {
  if (answer.status === 400) {
    return {
      ...answer,
      when: "The body is neither a JSON object nor a form with one, a text is longer than Slack accepts, or there's nothing to post.",
      error: "text can have at most 40000 characters.",
    };
  }
  if (answer.status !== 415) return answer;
  return {
    ...answer,
    when: "The body is encoded with a Content-Encoding.",
    error: "Content-Encoding isn't supported. Send the body uncompressed.",
    whatToDo: "Send the body uncompressed.",
  };
});

/** One error response of Discord's dialect. */
export type DiscordAnswer = { status: number; code: number; meaning: string; body: object };

const MEANINGS: Partial<Record<WebhookErrorCode, string>> = {
  empty: "There is nothing to post.",
  invalid: "A field has the wrong type or exceeds a limit. See errors.",
  malformed_token: "The token is malformed.",
  unsigned: "The webhook has a signing secret, and the request isn't signed with it.",
  paused: "The webhook is paused, or its channel is archived.",
  unknown_webhook: NO_SUCH_WEBHOOK,
  unknown_message: "This webhook has no message with this ID in its current channel.",
  too_large: "The body or a file is too large.",
};

/** The errors that have a Discord code, each with an example body. */
export const discordAnswers: readonly DiscordAnswer[] = Object.entries(MEANINGS).map(([name, meaning]) => {
  const webhookCode = name as WebhookErrorCode;
  const error =
    webhookCode === "invalid"
      ? new WebhookError(webhookCode, "content can have at most 8000 characters.", { path: ["content"] })
      : new WebhookError(webhookCode, meaning);
  const { status, body } = discordRefusal(error, null);
  return { status, code: body.code, meaning, body };
});
