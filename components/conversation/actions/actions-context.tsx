"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Change } from "@/components/conversation/run/local-change";
import type { ChangeMessage } from "@/components/conversation/run/use-change";
import { AuthorActionProvider } from "@/components/message/author-link";
import { toast } from "@/components/ui/toaster";
import type { ChannelDto } from "@/lib/channels/dto";
import type { Reader } from "./allowed";
import { useAuthorActions } from "./use-author-actions";

type Actions = { reader: Reader; change: ChangeMessage };

const ActionsContext = createContext<Actions | null>(null);

/** Lets the messages below it be changed by this reader, and lead to their authors. Its value stays the same while they come and go. */
export function ActionsProvider({ channel, readerId, change, children }: ActionsProviderProps) {
  const { canManage } = channel;
  const actionOf = useAuthorActions(channel, readerId);
  const canAct = channel.role !== null && !channel.archived;
  const value = useMemo(
    () => ({ reader: { id: readerId, canAct, canManage }, change }),
    [readerId, canAct, canManage, change],
  );
  return (
    <ActionsContext value={value}>
      <AuthorActionProvider actionOf={actionOf}>{children}</AuthorActionProvider>
    </ActionsContext>
  );
}

/** Who reads, and how a message is changed. Throws outside of an ActionsProvider. */
export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("Messages that can be acted on stand inside an ActionsProvider.");
  return actions;
}

/** Changes this message, and says in a short notice when it was refused. */
export function useQuickChange(messageId: string): (change: Change) => Promise<void> {
  const { change } = useActions();
  return async (wanted) => {
    const error = await change(messageId, wanted);
    if (error) toast.error(error);
  };
}

type ActionsProviderProps = {
  channel: Pick<ChannelDto, "id" | "role" | "archived" | "canManage" | "canManageWebhooks" | "people">;
  readerId: string;
  change: ChangeMessage;
  children: ReactNode;
};
