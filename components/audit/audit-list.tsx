"use client";

import { ScrollText } from "lucide-react";
import Link from "next/link";
import { useState, useTransition } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { toast } from "@/components/ui/toaster";
import type { AuditPageDto } from "@/lib/audit/dto";
import { AuditDays } from "./audit-days";
import { type AuditFilter, auditHref, narrows } from "./audit-href";

type AuditListProps = { first: AuditPageDto; filter: AuditFilter; loadOlder: FormAction<AuditPageDto> };

/** The log by day, newest first, with a button to load older entries. */
export function AuditList({ first, filter, loadOlder }: AuditListProps) {
  const { entries, more, busy, load } = useOlder(first, filter, loadOlder);
  if (entries.length === 0) return <NoEntries narrowed={narrows(filter)} />;
  return (
    <div className="flex flex-col gap-6">
      <AuditDays entries={entries} />
      {more && (
        <Button busy={busy} onClick={load} className="self-center">
          Load older
        </Button>
      )}
      <p role="status" className="sr-only">
        {entries.length === 1 ? "1 entry shown" : `${entries.length} entries shown`}
      </p>
    </div>
  );
}

/** Returns the loaded entries, and how to load older ones. */
function useOlder(first: AuditPageDto, filter: AuditFilter, loadOlder: FormAction<AuditPageDto>) {
  const [pages, setPages] = useState<AuditPageDto[]>([]);
  const [busy, startTransition] = useTransition();
  const all = [first, ...pages];
  const before = all.at(-1)?.older ?? null;

  function load(): void {
    startTransition(async () => {
      const result = await loadOlder({ ...filter, before });
      if (result.ok) setPages((known) => [...known, result.data]);
      else toast.error(result.error);
    });
  }

  return { entries: all.flatMap(({ entries }) => entries), more: before !== null, busy, load };
}

function NoEntries({ narrowed }: { narrowed: boolean }) {
  if (narrowed) {
    return (
      <EmptyState
        icon={<ScrollText />}
        title="Nothing matches these filters"
        action={
          <Link href={auditHref({})} className={buttonStyle()}>
            Show everything
          </Link>
        }
      >
        No matching events in the log. Older entries may have been deleted.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<ScrollText />} title="Nothing recorded yet">
      Sign-ins, invites, and changes to channels and webhooks will appear here.
    </EmptyState>
  );
}
