"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useConnection } from "@/components/events/events-provider";
import { request } from "@/lib/browser/request";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import { listAfter, pinnedAfter } from "./pinned-list";

/** The list; null while it is being asked for, "failed" when it could not be had. */
export type Pins = MessageDto[] | "failed" | null;

/** How many messages of the channel are pinned, kept live, and which they are once somebody has asked. */
export function usePins(channelId: string, initialIds: string[]) {
  const connection = useConnection();
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(initialIds));
  const [pins, setPins] = useState<Pins>(null);
  // What changes while the list is on its way is put on top of it when it arrives.
  const meanwhile = useRef<MessageDto[]>([]);
  const take = useEffectEvent((messages: MessageDto[]) => {
    setIds((known) => pinnedAfter(known, messages));
    if (Array.isArray(pins)) setPins(listAfter(pins, messages));
    else meanwhile.current.push(...messages);
  });

  async function load(): Promise<void> {
    setPins(null);
    meanwhile.current = [];
    const answer = await request<{ messages: MessageDto[] }>(paths.api.pins(channelId));
    if (answer.ok) setIds(new Set(answer.data.messages.map((message) => message.id)));
    setPins(answer.ok ? listAfter(answer.data.messages, meanwhile.current) : "failed");
  }

  const reload = useEffectEvent(load);
  useEffect(
    () =>
      connection.listen((event) => {
        if (!("channelId" in event) || event.channelId !== channelId) return;
        if (event.type === "changes") take(event.messages);
        // More has happened than is told.
        if (event.type === "reset") void reload();
      }),
    [connection, channelId],
  );
  return { count: ids.size, pins, load: () => void load() };
}
