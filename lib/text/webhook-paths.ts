// Apart from the other URLs, which every page loads.

/** The URLs of webhooks, their pages and docs. With a delivery, a form offers what its request says. */
export const webhookPaths = {
  incoming: (webhookId: string, token: string) => `/webhooks/incoming/${webhookId}/${token}`,
  docs: "/docs/webhooks",
  embedBuilder: "/docs/webhooks/embed-builder",
  openapi: "/openapi.json",
  /** The Webhooks tab with the form for a new webhook. */
  new: (channelId: string) => `/channels/${channelId}/settings/webhooks?new`,
  /** The same, but it asks for the channel. This one is chosen at first. */
  connectTool: (channelId: string) => `/channels/${channelId}/settings/webhooks?new=tool`,
  log: (channelId: string, webhookId: string) => `/channels/${channelId}/settings/webhooks/${webhookId}`,
  /** The Webhooks tab with the webhook's form open. */
  edit: (channelId: string, webhookId: string) => `/channels/${channelId}/settings/webhooks?edit=${webhookId}`,
  card: (channelId: string, webhookId: string, deliveryId: string | null = null) =>
    `${webhookPaths.log(channelId, webhookId)}/card${withDelivery(deliveryId)}`,
  rules: (channelId: string, webhookId: string) => `${webhookPaths.log(channelId, webhookId)}/rules`,
  newRule: (channelId: string, webhookId: string, deliveryId: string | null = null) =>
    `${webhookPaths.rules(channelId, webhookId)}/new${withDelivery(deliveryId)}`,
  rule: (channelId: string, webhookId: string, ruleId: string, deliveryId: string | null = null) =>
    `${webhookPaths.rules(channelId, webhookId)}/${ruleId}${withDelivery(deliveryId)}`,
  /** The payload that a plain card was made from. */
  payload: (channelId: string, webhookId: string, messageId: string) =>
    `${webhookPaths.log(channelId, webhookId)}/payload/${messageId}`,
  /** The same, and the delivery log, as its pages load them. */
  storedPayload: (channelId: string, webhookId: string, messageId: string) =>
    `/api/channels/${channelId}/webhooks/${webhookId}/payloads/${messageId}`,
  mute: (channelId: string, webhookId: string) => `/api/channels/${channelId}/webhooks/${webhookId}/mute`,
  deliveries: (channelId: string, webhookId: string, failures: number) =>
    `/api/channels/${channelId}/webhooks/${webhookId}/deliveries?failures=${failures}`,
};

function withDelivery(id: string | null): string {
  return id === null ? "" : `?delivery=${id}`;
}
