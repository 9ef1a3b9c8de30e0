"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { late } from "@/components/ui/late";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

/** Mutes a webhook at once, or lets it be heard again, and says so with a way back. */
export type Mute = (webhook: { id: string; name: string }, muted: boolean) => void;

const muting = late(() => import("@/components/people/mute"));

// A page that is shown again was rendered before they were muted.
const kept = new WeakMap<ChannelWebhookDto[], ChannelWebhookDto[]>();

/** A channel's webhooks as the page was rendered and as this person mutes them; what other tabs do comes with the next rendering. */
export function useChannelWebhooks(channelId: string, rendered: ChannelWebhookDto[]) {
  const [webhooks, setWebhooks] = useState(() => kept.get(rendered) ?? rendered);
  useEffect(() => void kept.set(rendered, webhooks), [rendered, webhooks]);
  const [before, setBefore] = useState(rendered);
  if (before !== rendered) {
    setBefore(rendered);
    setWebhooks(rendered);
  }

  const mute = useCallback<Mute>(
    (webhook, muted) => {
      const set = (on: boolean) => setWebhooks((all) => withMute(all, webhook, on));
      set(muted);
      const author = { name: webhook.name, url: paths.api.muteWebhook(channelId, webhook.id) };
      void muting.load().then((part) => (part ? part.mute(author, muted, set) : set(!muted)));
    },
    [channelId],
  );

  const reload = useCallback(async () => {
    const loaded = await loadWebhooks(channelId);
    if (loaded) setWebhooks(loaded);
  }, [channelId]);

  const ids = webhooks.flatMap(({ id, muted }) => (muted ? [id] : [])).join(" ");
  const muted = useMemo(() => new Set(ids === "" ? [] : ids.split(" ")), [ids]);
  return { webhooks, muted, mute, reload };
}

/** The channel's webhooks as they are now; null when they can't be had. */
async function loadWebhooks(channelId: string): Promise<ChannelWebhookDto[] | null> {
  const answer = await request<{ webhooks: ChannelWebhookDto[] }>(paths.api.channelWebhooks(channelId));
  return answer.ok ? answer.data.webhooks : null;
}

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
