"use client";

import { useEffect, useRef } from "react";
import type { PendingMessage } from "@/components/composer/pending";
import type { MessageDto } from "@/lib/messages/dto";
import { lastOwnMessage } from "./last-own";

type Written = { messages: readonly MessageDto[]; pending: readonly PendingMessage[]; hasNewer: boolean };

/** Opens the editor on what this person wrote last. What is still on its way is waited for, while nothing else is written. */
export function useEditLast(
  { messages, pending, hasNewer }: Written,
  personId: string,
  edit: (id: string) => void,
): () => void {
  const awaited = useRef<Element | null>(null);
  const onItsWay = pending.some(({ error }) => error === null);
  const open = () => {
    const last = hasNewer ? null : lastOwnMessage(messages, personId);
    if (last) edit(last);
  };
  useEffect(() => {
    if (onItsWay || !awaited.current) return;
    const composer = awaited.current;
    awaited.current = null;
    const untouched = composer === document.activeElement && "value" in composer && composer.value === "";
    if (untouched && pending.length === 0) open();
  });
  return () => {
    if (onItsWay) awaited.current = document.activeElement;
    else open();
  };
}
