"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { deferred } from "@/components/ui/deferred/deferred";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

/** Mutes or unmutes a webhook immediately, and shows a toast with Undo. */
export type Mute = (webhook: { id: string; name: string }, muted: boolean) => void;

const muting = deferred(() => import("@/components/people/mute"));

// A page shown again was rendered before the webhooks were muted.
const kept = new WeakMap<ChannelWebhookDto[], ChannelWebhookDto[]>();

/** Returns a channel's webhooks as rendered, with this user's mutes; other tabs' changes come with the next render. */
export function useChannelWebhooks(channelId: string, rendered: ChannelWebhookDto[]) {
  const [webhooks, setWebhooks] = useState(kept.get(rendered) ?? rendered);
  useEffect(() => void kept.set(rendered, webhooks), [rendered, webhooks]);
  const [before, setBefore] = useState(rendered);
  if (before !== rendered) {
    setBefore(rendered);
    setWebhooks(muting.get()?.asChosen(rendered, channelId) ?? rendered);
  }

  const mute = useCallback<Mute>(
    (webhook, muted) => {
      const set = (on: boolean) => setWebhooks((all) => withMute(all, webhook, on));
      set(muted);
      void muting.load().then((part) => (part ? part.muteWebhook(channelId, webhook, muted, set) : set(!muted)));
    },
    [channelId],
  );

  const reload = useCallback(async () => {
    const answer = await request<{ webhooks: ChannelWebhookDto[] }>(paths.api.channelWebhooks(channelId));
    if (answer.ok) setWebhooks(answer.data.webhooks);
  }, [channelId]);

  const ids = webhooks.flatMap(({ id, muted }) => (muted ? [id] : [])).join(" ");
  const muted = useMemo(() => new Set(ids === "" ? [] : ids.split(" ")), [ids]);
  return { webhooks, muted, mute, reload };
}

/** Returns the list with this webhook muted or not, adding it if it is missing. */
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
