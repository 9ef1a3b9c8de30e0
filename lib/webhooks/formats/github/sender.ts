import { maskPayload } from "@/lib/secrets/mask-secrets";
import type { Delivery } from "@/lib/webhooks/formats/github/card";
import { cardPost, readDelivery } from "@/lib/webhooks/formats/github/parse";
import { GITHUB } from "@/lib/webhooks/formats/github/reports";
import { thingIn } from "@/lib/webhooks/formats/github/things";
import { composeLine } from "@/lib/webhooks/interpret/things";
import { madeBy, type WebhookPost } from "@/lib/webhooks/payload/read-payload";
import type { Sender } from "@/lib/webhooks/request/context";
import { posted, refused, Skipped } from "@/lib/webhooks/request/response";
import { postAsWebhook, takePayload, toolsKey } from "@/lib/webhooks/request/take-payload";

const LONGEST_EVENT = 100;

/** GitHub for a webhook's own card, which is made elsewhere. */
export const githubTool = { name: "GitHub", icon: "github", delivery: { header: "x-github-delivery" } };

/** GitHub's deliveries, as JSON or a form. Responses are Parley's own. */
export const github: Sender = {
  name: "GitHub",
  handle: async (context) => {
    // The same for every retry of a delivery.
    const key = toolsKey("github", context.headers("x-github-delivery"));
    const { payload, idempotency } = await takePayload(context, { form: true, toolsKey: key });
    const event = await maskPayload(context.headers("x-github-event") ?? "");
    const delivery = readDelivery(await maskPayload(payload), event);
    context.noted.event = fullEvent(delivery);
    const post = postOf(delivery, context.webhook.oneLine);
    const message = await postAsWebhook(context, post, idempotency);
    return { messageId: message.messageId, remark: message.remark, answer: () => posted(message) };
  },
  refuse: refused,
  eventOf: (headers) => headers("x-github-event")?.slice(0, LONGEST_EVENT) || null,
};

/** Returns the event with what happened: "pull_request.labeled". */
function fullEvent({ event, action }: Delivery): string {
  return [event, action].filter(Boolean).join(".").slice(0, LONGEST_EVENT);
}

/** Returns a delivery's card, with what it says of a thing if things have lines. Throws Skipped for noise. */
function postOf(delivery: Delivery, oneLine: boolean): WebhookPost {
  const said = oneLine ? thingIn(delivery) : null;
  if (said && "skip" in said) throw new Skipped(said.skip);
  const card = cardPost(delivery);
  const embeds = madeBy({ ...GITHUB }, card.embeds);
  if (said) return { ...card, embeds, thing: { report: said, compose: composeLine } };
  // Many pushes in a minute have no cause in common.
  return { ...card, embeds, ...(oneLine && { likeness: null }) };
}
