"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { toast } from "@/components/ui/toaster";
import { request } from "@/lib/browser/request";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { paths } from "@/lib/paths";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

/** Mutes a webhook at once, or lets it be heard again, and says so with a way back. */
export type Mute = (webhook: { id: string; name: string }, muted: boolean) => void;

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

  // Requests are sent one after the other, so that an undo can't overtake what it undoes.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const mute = useCallback<Mute>(
    (webhook, muted) => {
      const name = cleanText(webhook.name);
      setWebhooks((all) => withMute(all, webhook, muted));
      queue.current = queue.current.then(async () => {
        if (await requestMute(channelId, webhook.id, muted)) return;
        setWebhooks((all) => withMute(all, webhook, !muted));
        toast.error(`${name} could not be ${muted ? "muted" : "unmuted"}. Try again in a moment.`);
      });
      if (!muted) toast(`You hear of ${name} again`);
      else toast(`${name} is muted for you`, { action: { label: "Undo", onClick: () => mute(webhook, false) } });
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

/** Tells the server that this person mutes a webhook, or no longer does. Answers whether it was taken. */
async function requestMute(channelId: string, webhookId: string, muted: boolean): Promise<boolean> {
  const { ok } = await request(paths.api.muteWebhook(channelId, webhookId), { method: muted ? "PUT" : "DELETE" });
  return ok;
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
