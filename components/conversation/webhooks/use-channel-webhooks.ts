"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { toast } from "@/components/ui/toaster";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";
import { loadWebhooks, requestMute } from "./request-mute";
import { withMute } from "./with-mute";

/** Mutes a webhook at once, or lets it be heard again, and says so with a way back. */
export type Mute = (webhook: { id: string; name: string }, muted: boolean) => void;

/** A channel's webhooks as the page was rendered and as this person mutes them; what other tabs do comes with the next rendering. */
export function useChannelWebhooks(channelId: string, rendered: ChannelWebhookDto[]) {
  const [webhooks, setWebhooks] = useState(rendered);
  const [before, setBefore] = useState(rendered);
  if (before !== rendered) {
    setBefore(rendered);
    setWebhooks(rendered);
  }

  // One after the other: an undo must not overtake what it undoes.
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
