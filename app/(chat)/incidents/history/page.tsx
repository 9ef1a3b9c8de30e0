import type { Metadata } from "next";
import { IncidentViews } from "@/components/attention/incidents/incident-views";
import { OutageHistory } from "@/components/attention/incidents/outage-history";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { historyPage } from "@/lib/messages/incidents/history";
import { historySchema } from "@/lib/messages/incidents/schema";
import { requirePageUser } from "@/lib/web/session";

export const metadata: Metadata = { title: "History of incidents" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** GET /incidents/history?channel=&tool=&place=: the outages of the last 30 days, and how long they took. */
export default async function HistoryPage({ searchParams }: Props) {
  const user = await requirePageUser();
  const filter = historySchema.parse(await searchParams);
  const first = await historyPage(user, { ...filter, after: undefined });
  const shown = {
    channel: filter.channel === undefined ? "" : `${filter.channel}`,
    tool: filter.tool ?? "",
    place: filter.place ?? "",
  };
  return (
    <>
      <PageHeader title="Incidents" />
      <IncidentViews current="history" />
      <PageBody wide className="gap-6 pt-4 max-md:pt-3">
        <OutageHistory key={JSON.stringify(shown)} filter={shown} first={first} />
      </PageBody>
    </>
  );
}
