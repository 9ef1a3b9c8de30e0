"use client";

import { Bell } from "lucide-react";
import { useEffect, useState } from "react";
import { AuditEntry } from "@/components/audit/audit-entry";
import { byDay } from "@/components/audit/by-day";
import type { FormAction } from "@/components/forms/form-action";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { dayName } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { useNow } from "@/components/ui/use-now";
import type { NoticeDto } from "@/lib/notices/dto";

/** What others did to one's webhooks, newest first. Once it is shown it counts as seen; what was new stays marked until one leaves. */
export function NoticeList({ notices, markSeen }: { notices: NoticeDto[]; markSeen: FormAction }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const [wasNew, setWasNew] = useState<ReadonlySet<string>>(new Set());
  const fresh = notices.filter(({ seen }) => !seen).map(({ id }) => id);
  if (fresh.some((id) => !wasNew.has(id))) setWasNew(new Set([...wasNew, ...fresh]));
  const newest = fresh[0];
  useEffect(() => {
    // Should it fail, they are still new the next time.
    if (newest !== undefined) markSeen({ upTo: newest }).catch(() => null);
  }, [newest, markSeen]);
  if (notices.length === 0) {
    return (
      <EmptyState icon={<Bell />} title="No notices">
        When somebody regenerates, moves or deletes a webhook that you created or whose channel you manage, or changes
        its signing secret, it stands here until you have seen it.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {byDay(notices, timeZone).map((day) => (
        <section key={day.key} aria-labelledby={`day-${day.key}`}>
          <h2 id={`day-${day.key}`} className="mb-2 font-medium text-sm text-text-muted">
            {dayName(new Date(day.entries[0].createdAt), timeZone, now)}
          </h2>
          <ol aria-labelledby={`day-${day.key}`} className="divide-y rounded-xl border">
            {day.entries.map((notice) => (
              <AuditEntry key={notice.id} entry={notice} mark={wasNew.has(notice.id) && <Badge>New</Badge>} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
