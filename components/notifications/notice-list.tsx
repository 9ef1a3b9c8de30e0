"use client";

import { Bell } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { AuditDays } from "@/components/audit/audit-days";
import type { FormAction } from "@/components/forms/form-action";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { useKnown } from "@/lib/browser/data";
import type { Sidebar } from "@/lib/browser/rendered";
import type { NoticeDto } from "@/lib/notices/dto";
import { paths } from "@/lib/paths";

/**
 * Your notices, newest first and live. Showing them marks them as seen; new ones stay marked until you leave the page.
 */
export function NoticeList({ notices, markSeen }: { notices: NoticeDto[]; markSeen: FormAction }) {
  const [wasNew, setWasNew] = useState<ReadonlySet<string>>(new Set());
  const fresh = notices.filter(({ seen }) => !seen).map(({ id }) => id);
  if (fresh.some((id) => !wasNew.has(id))) setWasNew(new Set([...wasNew, ...fresh]));
  const newest = fresh[0];
  const waiting = useKnown<Sidebar, string | null>(paths.api.sidebar, (now) => now?.notices.newest ?? null, null);
  const head = notices[0]?.id;
  const { refresh } = useRouter();
  useEffect(() => {
    // A notice arrived after the server rendered the list.
    if (waiting !== null && BigInt(waiting) > BigInt(head ?? 0)) refresh();
  }, [waiting, head, refresh]);
  useEffect(() => {
    // If this fails, the notices are simply marked as new again on the next visit.
    if (newest !== undefined) markSeen({ upTo: newest }).catch(() => null);
  }, [newest, markSeen]);
  if (notices.length === 0) {
    return (
      <EmptyState icon={<Bell />} title="No notices">
        We'll tell you here when a webhook you own or manage fails, goes quiet or is changed, or when someone signs in
        with your password but doesn't complete the second step.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <AuditDays entries={notices} markOf={({ id }) => wasNew.has(id) && <Badge>New</Badge>} linkOf={linkOf} />
    </div>
  );
}

function linkOf(notice: NoticeDto): ReactNode {
  if (notice.opensLog) return <LogLink notice={notice} />;
  return (
    notice.channelId === null &&
    notice.webhookId === null && (
      <Link href={paths.account} className={linkStyle}>
        If this wasn't you, change your password
      </Link>
    )
  );
}

const linkStyle = "text-accent underline underline-offset-2";

function LogLink({ notice: { channelId, webhookId, webhookName } }: { notice: NoticeDto }) {
  if (channelId === null || webhookId === null) return null;
  return (
    <Link
      href={paths.webhookLog(channelId, webhookId)}
      className={linkStyle}
      aria-label={`Delivery log of ${webhookName}`}
    >
      Delivery log
    </Link>
  );
}
