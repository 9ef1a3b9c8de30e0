"use client";

import { clsx } from "clsx";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { CheckCheck } from "@/components/ui/more-icons";
import { badgeText } from "@/components/unread/badge-text";
import { markInboxRead } from "@/components/unread/mark-all-read";
import { useInboxCount } from "@/lib/browser/sidebar";
import { INBOX_VIEWS, type InboxView } from "@/lib/inbox/dto";
import { paths } from "@/lib/paths";

const labels: Record<InboxView, string> = {
  all: "All",
  mentions: "Mentions",
  threads: "Threads",
  reactions: "Reactions",
  notices: "Notices",
};

/** Links to the views of the inbox, with the number of unread items in each. */
export function InboxViews({ show }: { show: InboxView }) {
  return (
    <nav aria-label="Inbox views" className="shrink-0 overflow-x-auto border-b [scrollbar-width:none]">
      <ul className="mx-auto flex max-w-5xl gap-1 px-4 py-2 max-md:gap-0 max-md:px-2">
        {INBOX_VIEWS.map((view) => (
          <li key={view}>
            <ViewLink view={view} current={view === show} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ViewLink({ view, current }: { view: InboxView; current: boolean }) {
  const unread = useInboxCount(view);
  return (
    <Link
      href={paths.inbox(view)}
      aria-current={current ? "page" : undefined}
      aria-label={unread > 0 ? `${labels[view]}, ${badgeText(unread)} unread` : undefined}
      className={clsx(
        "flex target-y items-center gap-1.5 whitespace-nowrap rounded-full px-3 font-medium max-md:px-2.5 text-sm transition-colors",
        current ? "bg-surface-selected text-text" : "text-text-muted hover:bg-surface-hover hover:text-text",
      )}
    >
      {labels[view]}
      {unread > 0 && <span className="font-semibold text-accent text-xs tabular-nums">{badgeText(unread)}</span>}
    </Link>
  );
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
