import type { Attempt, ReceiveRequest } from "@/lib/webhooks/attempt";
import { postDraft } from "@/lib/webhooks/post-draft";
import { postedAnswer } from "@/lib/webhooks/protocols/parley";
import type { Protocol } from "@/lib/webhooks/protocols/protocol";
import { json, type ReceiveResponse } from "@/lib/webhooks/respond";
import { github } from "@/lib/webhooks/senders/github/parse";
import { idempotencyKey, takePayload } from "@/lib/webhooks/take-payload";

const LONGEST_EVENT = 100;

/** GitHub's deliveries, as JSON or form; answers are Parley's own. */
export const githubProtocol: Protocol = {
  handle: takeGithub,
  refuse: ({ status, message, headers }) => json(status, { error: message }, headers),
};

/** Posts a card for a delivery of GitHub's. */
export async function takeGithub(attempt: Attempt): Promise<ReceiveResponse> {
  const event = attempt.request.headers("x-github-event") ?? "";
  attempt.event = event.slice(0, LONGEST_EVENT) || null;
  const { payload, idempotency } = await takePayload(attempt, { form: true, key: deliveryKey });
  return postedAnswer(await postDraft(attempt, github(payload, event), idempotency));
}

/** GitHub sends the same `X-GitHub-Delivery` with every try of one delivery. */
function deliveryKey(request: ReceiveRequest): string | null {
  const delivery = request.headers("x-github-delivery");
  const isKey = delivery !== null && /^[\x21-\x7e]{1,200}$/.test(delivery);
  return idempotencyKey(request) ?? (isKey ? `github:${delivery}` : null);
}
