import type { Posted } from "@/lib/messages/draft";
import { parley } from "@/lib/webhooks/dialects/parley";
import { postDraft } from "@/lib/webhooks/post-draft";
import { takeGithub } from "@/lib/webhooks/protocols/github";
import type { Protocol } from "@/lib/webhooks/protocols/protocol";
import { json, type ReceiveResponse } from "@/lib/webhooks/respond";
import { takePayload } from "@/lib/webhooks/take-payload";

/** Parley's own: JSON in, JSON out. GitHub, which knows no suffix of the URL, is told by its header. */
export const parleyProtocol: Protocol = {
  handle: async (attempt) => {
    if (attempt.request.headers("x-github-event") !== null) return takeGithub(attempt);
    const { payload, idempotency } = await takePayload(attempt);
    return postedAnswer(await postDraft(attempt, parley(payload), idempotency));
  },
  refuse: ({ status, message, headers }) => json(status, { error: message }, headers),
};

/** 200 with where the message came to stand. */
export function postedAnswer({ messageId, channelId }: Posted): ReceiveResponse {
  return json(200, { messageId: `${messageId}`, channelId: `${channelId}` });
}
