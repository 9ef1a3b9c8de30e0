import { requireChannel } from "@/lib/channels/access";
import type { SessionUser } from "@/lib/people/find-session-user";
import { idParam, route } from "@/lib/web/http";
import type { Call } from "@/lib/web/input";
import { setWebhookMuted } from "@/lib/webhooks/change-webhook";

/** PUT, DELETE …/webhooks/<id>/mute: mutes or unmutes the webhook for anyone who can see the channel. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: (call) => mute(call, true),
  DELETE: (call) => mute(call, false),
});

async function mute({ user, params }: Call<SessionUser>, muted: boolean): Promise<void> {
  const channel = await requireChannel(user, idParam(params, "channelId"));
  await setWebhookMuted(channel, idParam(params, "webhookId"), muted);
}
