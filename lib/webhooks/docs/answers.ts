import { WebhookError, type WebhookErrorCode } from "@/lib/webhooks/request/response";
import { discordRefusal } from "@/lib/webhooks/senders/discord/reply";

/** One way in which the endpoint answers, in the words of its documentation. */
export type WebhookAnswer = {
  status: number;
  /** What about the request leads to it. */
  when: string;
  /** The sentence, or an example of it, in `{"error": "…"}`. */
  error: string;
  whatToDo: string;
  /** Headers of this answer that a sender reads. */
  headers?: { name: "Allow" | "Retry-After"; says: string }[];
};

const RETRY_AFTER = { name: "Retry-After", says: "The whole seconds, 1 or more, after which to try again." } as const;

/** What `POST /webhooks/incoming/<webhookId>/<token>` answers besides 200, by status. */
export const webhookAnswers: readonly WebhookAnswer[] = [
  {
    status: 400,
    when: "The body isn't JSON, not UTF-8 or not an object; a value has the wrong type or is out of bounds; there is nothing to post.",
    error: "embeds[0].title can have at most 256 characters.",
    whatToDo: "Change what the sentence names. Nothing has been posted, and the same body will be refused again.",
  },
  {
    status: 401,
    when: "The webhook has a signing secret, and the request isn't signed with it.",
    error:
      "This webhook takes only signed requests: X-Hub-Signature-256 is missing, or not made of this body with its secret.",
    whatToDo:
      "Sign the body with the webhook's secret. In the channel's settings a member can set another, or remove it.",
  },
  {
    status: 403,
    when: "The webhook is paused, or its channel is archived.",
    error: "This webhook is paused. A member can resume it in the channel's settings.",
    whatToDo: "Resume the webhook, or unarchive the channel, in the channel's settings.",
  },
  {
    status: 404,
    when: "There is no webhook with this id and token: one of them is wrong, or the token was replaced, or the webhook deleted.",
    error: "There is no webhook with this id and token.",
    whatToDo: "Compare the URL with the one you copied. If it is lost, regenerate the token in the channel's settings.",
  },
  {
    status: 405,
    when: "The method isn't POST. Opening the URL in a browser never posts.",
    error: "GET is not possible here; use POST.",
    whatToDo: "Send a POST.",
    headers: [{ name: "Allow", says: "POST" }],
  },
  {
    status: 409,
    when: "The Idempotency-Key was used before, with another body.",
    error: "This Idempotency-Key has been used with another body.",
    whatToDo: "Make a new key for each message, and keep it only while repeating that message.",
  },
  {
    status: 413,
    when: "The body is larger than 256 KiB.",
    error: "The body can have at most 256 KiB.",
    whatToDo: "Send less text, or a link to it.",
  },
  {
    status: 415,
    when: "The Content-Type is missing or not JSON, its charset isn't UTF-8, or there is a Content-Encoding.",
    error: "The Content-Type must be application/json.",
    whatToDo: "Send the header Content-Type: application/json, and the body uncompressed.",
  },
  {
    status: 429,
    when: "The webhook has posted too often in a short time.",
    error: "This webhook may post 3000 times in 60 seconds. Try again in 12 s.",
    whatToDo: "Wait as many seconds as Retry-After says, then send the same request again.",
    headers: [RETRY_AFTER],
  },
  {
    status: 500,
    when: "Something went wrong in Parley.",
    error: "Something went wrong on our side. Try again.",
    whatToDo: "Send it again with the same Idempotency-Key. If it stays, tell whoever runs this Parley.",
  },
  {
    status: 503,
    when: "The database can't be reached.",
    error: "The message can't be stored just now. Try again in a few seconds.",
    whatToDo: "Wait as many seconds as Retry-After says, then send it again with the same Idempotency-Key.",
    headers: [RETRY_AFTER],
  },
];

// They take more than Parley's own address, and shorten what is too long.
const otherwise: readonly WebhookAnswer[] = [
  {
    status: 400,
    when: "There is nothing to post in the body (it is empty, {}, [], null, or only a number), or it begins like JSON and isn't.",
    error: "The body is an empty object: there is nothing to post.",
    whatToDo: "Look at what the tool sends: the payload is in the webhook's delivery log.",
  },
  {
    status: 401,
    when: "The webhook has a signing secret, and the request isn't signed with it as the webhook's settings say, or was signed more than five minutes ago.",
    error: "This webhook takes only signed requests: x-gitlab-token is missing, or not made with its secret.",
    whatToDo:
      "Give the tool the webhook's signing secret, and choose the tool under Signed posts in the webhook's settings.",
  },
  {
    status: 404,
    when: "There is no webhook with this id and token, or no tool with the name at the end of the URL.",
    error: "There is no webhook with this id and token.",
    whatToDo:
      "Compare the URL with the one you copied. If only the tool's name is wrong, the sentence says so, and names those that are nearest.",
  },
  {
    status: 415,
    when: "The body is neither JSON nor a form nor text, or there is a Content-Encoding.",
    error:
      "The Content-Type must be application/json, application/x-www-form-urlencoded, multipart/form-data or text/plain.",
    whatToDo: "Let the tool send JSON, uncompressed.",
  },
];

/** What the addresses for other tools, `…/<sender>` and `…/json`, answer besides 200 and 202, by status. */
export const toolAnswers: readonly WebhookAnswer[] = webhookAnswers.map(
  (answer) => otherwise.find(({ status }) => status === answer.status) ?? answer,
);

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
