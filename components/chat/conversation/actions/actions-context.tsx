"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Change } from "@/components/chat/conversation/run/local-change";
import type { ChangeMessage } from "@/components/chat/conversation/run/use-change";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { type ActionOf, AuthorActionProvider } from "@/components/people/author-action";
import { openProfile } from "@/components/people/open-profile";
import { toast } from "@/components/ui/overlays/toaster";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";

type Actions = { reader: Reader; change: ChangeMessage };

const ActionsContext = createContext<Actions | null>(null);

/** Provides message actions and author links to the messages below. The context value stays the same while messages change. */
export function ActionsProvider({ channel, readerId, change, children }: ActionsProviderProps) {
  const { canManage } = channel;
  const actionOf = useAuthorActions(channel);
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

/** Returns the current reader and how to change a message. Throws outside an ActionsProvider. */
export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useActions() must be used inside an ActionsProvider.");
  return actions;
}

/** Changes this message, and shows a toast if the server refuses. */
export function useQuickChange(messageId: string): (change: Change) => Promise<void> {
  const { change } = useActions();
  return async (toMake) => {
    const error = await change(messageId, toMake);
    if (error) toast.error(error);
  };
}

type ActionsProviderProps = {
  channel: Pick<ChannelDto, "id" | "role" | "archived" | "canManage" | "canManageWebhooks">;
  readerId: string;
  change: ChangeMessage;
  children: ReactNode;
};

/** Returns where the authors of this channel's messages link to. The function stays the same while messages change. */
function useAuthorActions(channel: ChannelOfAuthors): ActionOf {
  const { webhooks } = useWebhooks();
  const { id: channelId, canManageWebhooks } = channel;
  return useMemo<ActionOf>(() => {
    // A webhook created after the page was rendered isn't in the list yet, and belongs to this channel.
    const gone = new Set(webhooks.filter((each) => !each.here).map(({ id }) => id));
    return ({ kind, id, name: written }) => {
      if (id === null) return null;
      const name = cleanText(written);
      if (kind === "webhook") {
        if (!canManageWebhooks || gone.has(id)) return null;
        return { name: `Settings for ${name}`, href: paths.webhookSettings(channelId, id) };
      }
      return { name: `Profile of ${name}`, open: (beside) => openProfile({ id, name }, beside) };
    };
  }, [channelId, canManageWebhooks, webhooks]);
}

type ChannelOfAuthors = Pick<ChannelDto, "id" | "canManageWebhooks">;

const InThread = createContext(false);

/** Marks the messages below as part of a thread. */
export function InThreadProvider({ children }: { children: ReactNode }) {
  return <InThread value={true}>{children}</InThread>;
}

/** Returns whether the component is inside a thread. A root message can appear in its thread and in its channel. */
export function useInThread(): boolean {
  return useContext(InThread);
}

/** Returns the id of the channel or thread in whose composer this message is quoted. */
export function useConversationId({ threadId, id, channelId }: MessageDto): string {
  return useInThread() ? (threadId ?? id) : channelId;
}

/** The current user's rights in the channel. */
type Reader = {
  id: string;
  /** A member, in a channel that isn't archived. */
  canAct: boolean;
  canManage: boolean;
};

/** The handlers of a message's actions. */
export type MessageHandlers = {
  onReact: (emoji: string, on: boolean) => void;
  /** Opens the emoji picker. */
  onPickReaction: () => void;
  onReply: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onShowHistory: () => void;
  /** Opens the choice of where a copy goes. */
  onForward: () => void;
  /** Opens the choice of when to be reminded. */
  onRemind: () => void;
  /** Opens the choice of who takes care of the incident. */
  onAssign: () => void;
};

export type AllowedActions = {
  react: boolean;
  reply: boolean;
  edit: boolean;
  remove: boolean;
  pin: boolean;
  history: boolean;
};

/** Returns what the reader can do with a message. The server checks again. */
export function allowed(
  message: Pick<MessageDto, "author" | "editedAt" | "updateCount" | "incident" | "deleted">,
  reader: Reader,
): AllowedActions {
  const { canAct, canManage } = reader;
  // Only the thread of a deleted message is left, so the reader can only reply.
  if (message.deleted) return { react: false, reply: canAct, edit: false, remove: false, pin: false, history: false };
  const isOwn = message.author.kind === "user" && message.author.id === reader.id;
  return {
    react: canAct,
    reply: canAct,
    edit: canAct && isOwn,
    remove: canAct && (isOwn || canManage),
    pin: canAct,
    history:
      message.updateCount > 0 ||
      message.incident != null ||
      (canAct && message.author.kind === "user" && message.editedAt !== null && (isOwn || canManage)),
  };
}
