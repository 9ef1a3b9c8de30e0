"use client";

import { useTransition } from "react";
import { badgeText } from "@/components/frame/unread/badge-text";
import { markInboxRead } from "@/components/frame/unread/mark-all-read";
import { Button } from "@/components/ui/controls/button";
import { CheckCheck } from "@/components/ui/icons/more-icons";
import { ViewLinks } from "@/components/ui/lists/view-links";
import { INBOX_VIEWS, type InboxView } from "@/lib/attention/inbox/dto";
import { inboxCount, useInboxCount, useSidebar } from "@/lib/browser/sidebar";
import { paths } from "@/lib/text/paths";

const labels: Record<InboxView, string> = {
  all: "All",
  mentions: "Mentions",
  threads: "Threads",
  reactions: "Reactions",
  notices: "Notices",
};

/** Links to the views of the inbox, with the number of unread items in each. */
export function InboxViews({ show }: { show: InboxView }) {
  const sidebar = useSidebar((now) => now);
  const views = INBOX_VIEWS.map((view) => {
    const unread = inboxCount(sidebar, view);
    return {
      href: paths.inbox(view),
      label: labels[view],
      current: view === show,
      name: unread > 0 ? `${labels[view]}, ${badgeText(unread)} unread` : undefined,
      aside: unread > 0 && <span className="font-semibold text-accent text-xs tabular-nums">{badgeText(unread)}</span>,
    };
  });
  return <ViewLinks label="Inbox views" views={views} />;
}

/** Marks everything in the inbox as read, while anything is unread. */
export function MarkInboxRead() {
  const unread = useInboxCount("all");
  const [busy, startTransition] = useTransition();
  if (unread === 0) return null;
  return (
    <Button variant="ghost" size="small" busy={busy} onClick={() => startTransition(markInboxRead)}>
      <CheckCheck aria-hidden="true" />
      Mark all as read
    </Button>
  );
}
