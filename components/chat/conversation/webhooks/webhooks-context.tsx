"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useMutedPeople } from "@/lib/browser/people";
import type { MessageFilter } from "@/lib/messages/schema";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";
import { noneMuted } from "./muted";
import { type Mute, useChannelWebhooks } from "./use-channel-webhooks";

type Webhooks = {
  /** Webhooks that belong to the channel or have messages in it. */
  webhooks: readonly ChannelWebhookDto[];
  /** Ids of the webhooks and people the reader has muted; the same set until that changes. */
  muted: ReadonlySet<string>;
  mute: Mute;
  /** Loads the webhooks again. */
  reload: () => Promise<void>;
  /** The active filter; null shows all messages. */
  filter: MessageFilter | null;
};

const nothing: Webhooks = { webhooks: [], muted: noneMuted, mute: () => {}, reload: async () => {}, filter: null };

const WebhooksContext = createContext<Webhooks>(nothing);

/** Provides a channel's webhooks, mutes and filter to everything below. */
export function WebhooksProvider({ channelId, webhooks: rendered, filter, children }: WebhooksProviderProps) {
  const { webhooks, muted: mutedWebhooks, mute, reload } = useChannelWebhooks(channelId, rendered);
  const mutedPeople = useMutedPeople();
  const muted = useMemo(() => new Set([...mutedWebhooks, ...mutedPeople]), [mutedWebhooks, mutedPeople]);
  const by = filter?.by;
  const webhookId = filter?.by === "webhook" ? filter.webhookId : "";
  // Depends on the filter's fields, because the server sends a new object with every refresh.
  const kept = useMemo<MessageFilter | null>(() => {
    if (by === undefined) return null;
    return by === "people" ? { by } : { by, webhookId };
  }, [by, webhookId]);
  const value = useMemo(() => ({ webhooks, muted, mute, reload, filter: kept }), [webhooks, muted, mute, reload, kept]);
  return <WebhooksContext value={value}>{children}</WebhooksContext>;
}

/** Returns the channel's webhooks; none outside a provider. */
export function useWebhooks(): Webhooks {
  return useContext(WebhooksContext);
}

type WebhooksProviderProps = {
  channelId: string;
  webhooks: ChannelWebhookDto[];
  filter: MessageFilter | null;
  children: ReactNode;
};
