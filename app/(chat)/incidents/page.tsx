import type { Metadata } from "next";
import { IncidentControls } from "@/components/attention/incidents/incident-controls";
import { IncidentList } from "@/components/attention/incidents/incident-list";
import { IncidentViews } from "@/components/attention/incidents/incident-views";
import { type BesideThread, WithThread } from "@/components/attention/incidents/thread-beside";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { SavedSwitch } from "@/components/ui/forms/saved-switch";
import { channelDto } from "@/lib/channels/queries";
import { channelOfMessage, countsIncidents, incidentPage } from "@/lib/messages/incidents/queries";
import { incidentsSchema } from "@/lib/messages/incidents/schema";
import { toMe } from "@/lib/people/account/account";
import type { SessionUser } from "@/lib/people/find-session-user";
import { parseId } from "@/lib/text/text";
import { requirePageUser } from "@/lib/web/session";
import { saveCountsIncidents } from "./actions";

export const metadata: Metadata = { title: "Incidents" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * GET /incidents?channel=&tool=&show=: what tools have reported as broken and not yet as fixed, in all channels.
 * `?thread=<message id>` opens a thread beside it.
 */
export default async function IncidentsPage({ searchParams }: Props) {
  const user = await requirePageUser();
  const { thread, ...query } = await searchParams;
  const filter = incidentsSchema.parse(query);
  const [first, counts, beside] = await Promise.all([
    incidentPage(user, { ...filter, after: undefined }),
    countsIncidents(user),
    threadBeside(user, thread),
  ]);
  const shown = {
    channel: filter.channel === undefined ? "" : `${filter.channel}`,
    tool: filter.tool ?? "",
    show: filter.show,
  };
  return (
    <WithThread thread={beside}>
      <PageHeader title="Incidents" />
      <IncidentViews current="open" />
      <PageBody wide className="gap-4 pt-4 max-md:pt-3">
        <IncidentControls first={first} filter={shown} />
        <IncidentList key={JSON.stringify(shown)} filter={shown} first={first} readerId={`${user.id}`} />
        <div className="border-t pt-4">
          <SavedSwitch
            label="Show the number in the sidebar"
            hint="Counts incidents that need someone, in your channels."
            on={counts}
            field="on"
            save={saveCountsIncidents}
          />
        </div>
      </PageBody>
    </WithThread>
  );
}

async function threadBeside(user: SessionUser, thread: string | string[] | undefined): Promise<BesideThread | null> {
  const rootId = typeof thread === "string" ? parseId(thread) : null;
  const accessible = rootId === null ? null : await channelOfMessage(user, rootId);
  if (rootId === null || !accessible) return null;
  const channel = await channelDto(accessible);
  return { rootId: `${rootId}`, channel, rev: Number(accessible.channel.rev), me: toMe(user) };
}
