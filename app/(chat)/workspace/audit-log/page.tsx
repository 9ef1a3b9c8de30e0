import type { Metadata } from "next";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { AuditFilters, ExportLink } from "@/components/settings/audit/audit-filters";
import { auditHref } from "@/components/settings/audit/audit-href";
import { AuditList } from "@/components/settings/audit/audit-list";
import { requireAuditReader } from "@/lib/audit/access";
import { auditFilter } from "@/lib/audit/filter";
import { auditChoices, auditPage } from "@/lib/audit/queries";
import { auditQuerySchema } from "@/lib/audit/schema";
import { orNotFound, requestTimeZone } from "@/lib/web/http";
import { requirePageUser } from "@/lib/web/session";
import { loadMoreEntries } from "./actions";

export const metadata: Metadata = { title: "Audit log" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * The audit log, for owners and admins. Query: `kind`, `channel`, `person`, `webhook`, the days `from` and
 * `to`, `sort` (`who`, `what` or `network`) and `order` (`reversed`).
 */
export default async function AuditLogPage({ searchParams }: PageProps) {
  const user = await requirePageUser();
  const reader = await orNotFound((async () => requireAuditReader(user))());
  const { after: _, ...query } = auditQuerySchema.parse(await searchParams);
  const [first, choices] = await Promise.all([
    auditPage(reader, auditFilter(query, await requestTimeZone())),
    auditChoices(reader, query),
  ]);
  const text = (value: bigint | string | undefined) => (value === undefined ? "" : `${value}`);
  const { kind, channel, person, webhook, from, to, sort, order } = query;
  const filter = {
    kind: text(kind),
    channel: text(channel),
    person: text(person),
    webhook: text(webhook),
    from: text(from),
    to: text(to),
    sort: sort === "when" ? "" : sort,
    order,
  };
  return (
    <>
      <PageHeader title="Audit log">
        <ExportLink filter={filter} />
      </PageHeader>
      <PageBody wide className="gap-6 pt-6 sm:px-6">
        <AuditFilters
          filter={filter}
          choices={choices}
          webhookName={webhook ? (first.items[0]?.webhookName ?? null) : null}
        />
        <AuditList key={auditHref(filter)} first={first} filter={filter} loadMore={loadMoreEntries} />
      </PageBody>
    </>
  );
}
