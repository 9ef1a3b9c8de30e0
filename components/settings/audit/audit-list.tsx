"use client";

import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ScrollText } from "@/components/ui/icons/more-icons";
import { type Column, Table } from "@/components/ui/lists/table";
import { usePages } from "@/components/ui/lists/use-pages";
import type { AuditPageDto } from "@/lib/audit/dto";
import { type AuditFilter, auditHref, narrows } from "./audit-href";
import { AuditRow } from "./audit-row";

type AuditListProps = { first: AuditPageDto; filter: AuditFilter; loadMore: FormAction<AuditPageDto> };

/** The log as a table, with a button to load more of it. */
export function AuditList({ first, filter, loadMore }: AuditListProps) {
  const { items, more, busy } = usePages(first, (after) => loadMore({ ...filter, after }));
  if (items.length === 0) return <NoEntries narrowed={narrows(filter)} />;
  return (
    <div>
      <Table
        label="Audit log"
        columns={columns}
        sorting={{ by: filter, hrefOf: (order) => auditHref({ ...filter, ...order }) }}
      >
        {items.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </Table>
      {more && (
        <Button className="mx-auto mt-4 flex!" busy={busy} onClick={more}>
          Show more
        </Button>
      )}
      <p role="status" className="sr-only">
        {items.length === 1 ? "1 entry shown" : `${items.length} entries shown`}
      </p>
    </div>
  );
}

const columns: Column[] = [
  { label: "When", sort: "", descends: true, className: "lg:w-40" },
  { label: "Who", sort: "who", className: "lg:w-44" },
  { label: "What", sort: "what" },
  { label: "On", className: "lg:w-60" },
  { label: "From", sort: "network", className: "lg:w-36" },
];

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
