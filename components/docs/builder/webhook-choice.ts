/** A webhook through which the person who looks may post by hand. */
export type WebhookChoice = {
  id: string;
  name: string;
  avatarUrl: string | null;
  channelId: string;
  channelName: string;
};

/** The webhooks in their order, under the names of their channels; two channels of one name stay two. */
export function byChannel(webhooks: readonly WebhookChoice[]): [string, WebhookChoice[]][] {
  const channels = new Map<string, [string, WebhookChoice[]]>();
  for (const webhook of webhooks) {
    const channel = channels.get(webhook.channelId) ?? [webhook.channelName, []];
    channel[1].push(webhook);
    channels.set(webhook.channelId, channel);
  }
  return [...channels.values()];
}
