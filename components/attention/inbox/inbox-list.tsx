"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/display/empty-state";
import { useLooking } from "@/components/ui/hooks/use-looking";
import { AtSign, Bell, type IconComponent, Inbox, SmilePlus } from "@/components/ui/icons/icons";
import { MessagesSquare } from "@/components/ui/icons/more-icons";
import { useLivePages } from "@/components/ui/lists/use-pages";
import type { InboxItemDto, InboxPageDto, InboxView } from "@/lib/attention/inbox/dto";
import { useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";
import { InboxRow } from "./inbox-row";

const FAILED = "Couldn't load more. Check your connection and try again.";

type InboxListProps = { show: InboxView; first: InboxPageDto };

/** A view of the inbox, newest first and live. */
export function InboxList({ show, first }: InboxListProps) {
  const live = useData<InboxPageDto>(paths.api.inbox(show), { rendered: first, current: true }).data ?? first;
  const { items, more, busy } = useLivePages(live, async (after) => {
    const answer = await request<InboxPageDto>(paths.api.inbox(show, after));
    return answer.ok ? answer : { ok: false, error: FAILED };
  });
  const isNew = useSeen(items);
  if (items.length === 0) {
    const { Icon, title, text } = empty[show];
    return (
      <EmptyState icon={<Icon />} title={title}>
        {text}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Inbox" className="overflow-hidden border-border md:rounded-xl md:border">
        {items.map((item) => (
          <InboxRow key={item.key} item={item} isNew={item.unread || isNew(item)} />
        ))}
      </ul>
      {more ? (
        <Button busy={busy} onClick={more} className="mt-4 self-center">
          Show more
        </Button>
      ) : (
        <p className="px-4 pt-4 text-center text-text-muted text-xs">Read items are kept for 30 days.</p>
      )}
    </>
  );
}

/**
 * Marks reactions and notices as seen while the user looks at them, and returns which were new since they opened the
 * page. Everything else is read where it is.
 */
function useSeen(items: readonly InboxItemDto[]): (item: InboxItemDto) => boolean {
  const [wasNew, setWasNew] = useState<ReadonlySet<string>>(new Set());
  const looking = useLooking();
  const fresh = items.filter(({ kind, unread }) => unread && (kind === "reactions" || kind === "notice"));
  if (fresh.some((item) => !wasNew.has(markOf(item)))) setWasNew(new Set([...wasNew, ...fresh.map(markOf)]));
  const reactions = fresh.find(({ kind }) => kind === "reactions")?.at;
  const notices = fresh.find((item) => item.kind === "notice")?.key.split(":")[1];
  useEffect(() => {
    if (!looking || (reactions === undefined && notices === undefined)) return;
    // If this fails, they're simply new again on the next visit.
    void request(paths.api.inboxSeen, { method: "POST", body: { reactions, notices } });
  }, [looking, reactions, notices]);
  return (item) => wasNew.has(markOf(item));
}

/** Identifies an item and its latest change. */
function markOf({ key, at }: InboxItemDto): string {
  return `${key} ${at}`;
}

const empty: Record<InboxView, { Icon: IconComponent; title: string; text: string }> = {
  all: {
    Icon: Inbox,
    title: "You're all caught up",
    text: "Mentions of you, replies in threads you follow, reactions to your messages and notices about your webhooks appear here.",
  },
  mentions: {
    Icon: AtSign,
    title: "No mentions",
    text: "Messages that mention you or everyone, or contain one of your keywords, appear here.",
  },
  threads: {
    Icon: MessagesSquare,
    title: "No threads",
    text: "Threads you start, reply to or are mentioned in appear here. To start one, choose “Reply in thread” on a message.",
  },
  reactions: {
    Icon: SmilePlus,
    title: "No reactions",
    text: "When someone reacts to one of your messages, it appears here.",
  },
  notices: {
    Icon: Bell,
    title: "No notices",
    text: "We'll tell you here when a webhook you own or manage fails, goes quiet or is changed, or when someone signs in with your password but doesn't complete the second step.",
  },
};
