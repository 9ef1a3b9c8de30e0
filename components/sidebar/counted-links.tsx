"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import { badgeText } from "@/components/frame/unread/badge-text";
import { Link } from "@/components/ui/controls/link";
import { Bookmark, type IconComponent, Inbox, PencilLine, Siren } from "@/components/ui/icons/icons";
import { rowStyle } from "@/components/ui/lists/row-style";
import { useDraftCount } from "@/lib/browser/drafts";
import { useInboxCount, useSidebar } from "@/lib/browser/sidebar";
import { isWithin, paths } from "@/lib/text/paths";

/** The sidebar's link to the inbox, with the number of unread items in it. */
export function InboxLink() {
  const unread = useInboxCount("all");
  const current = usePathname() === paths.inbox();
  return <CountedLink href={paths.inbox()} current={current} Icon={Inbox} label="Inbox" count={unread} noun="unread" />;
}

/**
 * The sidebar's link to the user's drafts and scheduled messages, with the number of drafts or of messages that couldn't
 * be sent.
 */
export function DraftsLink() {
  const drafts = useDraftCount();
  const scheduled = useSidebar(({ scheduled: counts }) => counts);
  const failed = scheduled?.failed ?? 0;
  const current = usePathname().startsWith(paths.drafts);
  const isAnyWaiting = Object.keys(scheduled?.waiting ?? {}).length > 0;
  return (
    <CountedLink
      href={failed > 0 || (drafts === 0 && isAnyWaiting) ? paths.scheduled : paths.drafts}
      current={current}
      Icon={PencilLine}
      label="Drafts"
      count={failed || drafts}
      noun={failed > 0 ? "couldn't be sent" : "saved"}
      quiet={failed === 0}
    />
  );
}

/** The sidebar's link to what the user saved, with the number of reminders that came. */
export function LaterLink() {
  const due = useSidebar(({ later }) => later?.due ?? 0);
  const current = usePathname() === paths.later();
  return <CountedLink href={paths.later()} current={current} Icon={Bookmark} label="Later" count={due} noun="due" />;
}

/** The sidebar's link to the open incidents, with the number of those that need someone, unless that is turned off. */
export function IncidentsLink() {
  const count = useSidebar(({ incidents }) => incidents ?? 0);
  return (
    <CountedLink
      href={paths.incidents}
      current={isWithin(usePathname(), paths.incidents)}
      Icon={Siren}
      label="Incidents"
      count={count}
      noun={count === 1 ? "needs someone" : "need someone"}
    />
  );
}

type CountedLinkProps = {
  href: string;
  current: boolean;
  Icon: IconComponent;
  label: string;
  count: number;
  /** The unit for screen readers: "Inbox, 3 unread". */
  noun: string;
  /** Nothing waits to be read. */
  quiet?: boolean;
};

function CountedLink({ href, current, Icon, label, count, noun, quiet }: CountedLinkProps) {
  const loud = count > 0 && !quiet;
  return (
    <Link
      href={href}
      data-row={href}
      aria-current={current ? "page" : undefined}
      aria-label={count > 0 ? `${label}, ${badgeText(count)} ${noun}` : label}
      className={clsx(
        rowStyle,
        current ? "bg-surface-selected text-text" : "hover:bg-surface-hover hover:text-text",
        !current && (loud ? "text-text" : "text-text-muted"),
        loud && "font-semibold",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1">{label}</span>
      {count > 0 && (
        <span className={clsx("px-1.5 text-xs tabular-nums", loud && "rounded-full bg-accent text-accent-text")}>
          {badgeText(count)}
        </span>
      )}
    </Link>
  );
}
