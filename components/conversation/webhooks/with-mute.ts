import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

/** The list with this webhook muted or not; one that isn't in it yet is added. */
export function withMute(
  webhooks: readonly ChannelWebhookDto[],
  { id, name }: { id: string; name: string },
  muted: boolean,
): ChannelWebhookDto[] {
  if (webhooks.some((each) => each.id === id)) {
    return webhooks.map((each) => (each.id === id ? { ...each, muted } : each));
  }
  return [...webhooks, { id, name, avatarUrl: null, deleted: false, here: true, muted }];
}
