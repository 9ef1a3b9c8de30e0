// Apart from the other URLs, which every page loads.

/** The URLs of a webhook's pages. With a delivery, a form offers what its request says. */
export const webhookPaths = {
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
};

function withDelivery(id: string | null): string {
  return id === null ? "" : `?delivery=${id}`;
}
