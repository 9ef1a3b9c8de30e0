import { maskPayload } from "@/lib/secrets/mask-secrets";
import { github as parse } from "@/lib/webhooks/formats/github/parse";
import { JsonObject } from "@/lib/webhooks/payload/json-object";
import { madeBy } from "@/lib/webhooks/payload/read-payload";
import type { Sender } from "@/lib/webhooks/request/context";
import { posted, refused } from "@/lib/webhooks/request/response";
import { postAsWebhook, takePayload, toolsKey } from "@/lib/webhooks/request/take-payload";

const LONGEST_EVENT = 100;

/** GitHub for a webhook's own card, which is made elsewhere. */
export const githubTool = { name: "GitHub", icon: "github", delivery: { header: "x-github-delivery" } };

/** Returns the event with what happened: "pull_request.labeled". */
function fullEvent(event: string | null, payload: unknown): string | null {
  const action = new JsonObject(payload).line("action", 40);
  return event && action ? `${event}.${action}`.slice(0, LONGEST_EVENT) : event;
}

/** GitHub's deliveries, as JSON or a form. Responses are Parley's own. */
export const github: Sender = {
  name: "GitHub",
  handle: async (context) => {
    // The same for every retry of a delivery.
    const key = toolsKey("github", context.headers("x-github-delivery"));
    const { payload, idempotency } = await takePayload(context, { form: true, toolsKey: key });
    const post = parse(await maskPayload(payload), await maskPayload(context.headers("x-github-event") ?? ""));
    const { event, noted } = context;
    noted.event = fullEvent(event, payload);
    const embeds = madeBy({ name: "GitHub", mark: "github" }, post.embeds);
    const message = await postAsWebhook(context, { ...post, embeds }, idempotency);
    return { messageId: message.messageId, remark: message.remark, answer: () => posted(message) };
  },
  refuse: refused,
  eventOf: (headers) => headers("x-github-event")?.slice(0, LONGEST_EVENT) || null,
};
