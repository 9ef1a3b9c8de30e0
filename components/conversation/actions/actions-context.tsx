"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Change } from "@/components/conversation/run/local-change";
import type { ChangeMessage } from "@/components/conversation/run/use-change";
import { useWebhooks } from "@/components/conversation/webhooks/webhooks-context";
import { type ActionOf, AuthorActionProvider } from "@/components/profile/author-action";
import { openProfile } from "@/components/profile/open-profile";
import { toast } from "@/components/ui/toaster";
import type { ChannelDto } from "@/lib/channels/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { paths } from "@/lib/paths";
import type { Reader } from "./allowed";

type Actions = { reader: Reader; change: ChangeMessage };

const ActionsContext = createContext<Actions | null>(null);

/** Lets the messages below it be changed by this reader, and lead to their authors. Its value stays the same while they come and go. */
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
  channel: Pick<ChannelDto, "id" | "role" | "archived" | "canManage" | "canManageWebhooks">;
  readerId: string;
  change: ChangeMessage;
  children: ReactNode;
};

/** Where the authors of this channel's messages lead. The function stays the same while messages come and go. */
function useAuthorActions(channel: ChannelOfAuthors): ActionOf {
  const { webhooks } = useWebhooks();
  const { id: channelId, canManageWebhooks } = channel;
  return useMemo<ActionOf>(() => {
    // A webhook that was made after the page isn't in the list yet, and belongs to this channel.
    const gone = new Set(webhooks.filter((each) => !each.here).map(({ id }) => id));
    return ({ kind, id, name: written }) => {
      if (id === null) return null;
      const name = cleanText(written);
      if (kind === "webhook") {
        if (!canManageWebhooks || gone.has(id)) return null;
        return { name: `Settings of ${name}`, href: paths.webhookSettings(channelId, id) };
      }
      return { name: `Profile of ${name}`, open: (beside) => openProfile({ id, name }, beside) };
    };
  }, [channelId, canManageWebhooks, webhooks]);
}

type ChannelOfAuthors = Pick<ChannelDto, "id" | "canManageWebhooks">;
