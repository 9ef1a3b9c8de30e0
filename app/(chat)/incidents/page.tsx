import type { Metadata } from "next";
import { IncidentControls } from "@/components/attention/incidents/incident-controls";
import { IncidentList } from "@/components/attention/incidents/incident-list";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { SavedSwitch } from "@/components/ui/forms/saved-switch";
import { countIncidents, incidentPage } from "@/lib/messages/incidents/queries";
import { incidentsSchema } from "@/lib/messages/incidents/schema";
import { requirePageUser } from "@/lib/web/session";
import { saveCountsIncidents } from "./actions";

export const metadata: Metadata = { title: "Incidents" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** GET /incidents?channel=&tool=&show=: what tools have reported as broken and not yet as fixed, in all channels. */
export default async function IncidentsPage({ searchParams }: Props) {
  const user = await requirePageUser();
  const filter = incidentsSchema.parse(await searchParams);
  const [first, count] = await Promise.all([incidentPage(user, { ...filter, after: undefined }), countIncidents(user)]);
  const shown = {
    channel: filter.channel === undefined ? "" : `${filter.channel}`,
    tool: filter.tool ?? "",
    show: filter.show,
  };
  return (
    <>
      <PageHeader title="Incidents" />
      <PageBody wide className="gap-4 pt-4 max-md:pt-3">
        <IncidentControls first={first} filter={shown} />
        <IncidentList key={JSON.stringify(shown)} filter={shown} first={first} readerId={`${user.id}`} />
        <div className="border-t pt-4">
          <SavedSwitch
            label="Show the number in the sidebar"
            hint="Counts incidents that no one has acknowledged, in all channels you can read."
            on={count !== null}
            field="on"
            save={saveCountsIncidents}
          />
        </div>
      </PageBody>
    </>
  );
}
