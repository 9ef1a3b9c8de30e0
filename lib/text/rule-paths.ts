import { paths } from "./paths";

// Apart from the other URLs, which every page loads.

/** The URLs of a webhook's rules. With a delivery, a form offers its values. */
export const rulePaths = {
  all: (channelId: string, webhookId: string) => `${paths.webhookLog(channelId, webhookId)}/rules`,
  new: (channelId: string, webhookId: string, deliveryId: string | null = null) =>
    `${rulePaths.all(channelId, webhookId)}/new${delivery(deliveryId)}`,
  edit: (channelId: string, webhookId: string, ruleId: string, deliveryId: string | null = null) =>
    `${rulePaths.all(channelId, webhookId)}/${ruleId}${delivery(deliveryId)}`,
};

function delivery(id: string | null): string {
  return id === null ? "" : `?delivery=${id}`;
}
