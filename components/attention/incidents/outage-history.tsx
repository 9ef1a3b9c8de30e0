"use client";

import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { History } from "@/components/ui/icons/more-icons";
import { Cell, type Column, Row, RowHeader, Table } from "@/components/ui/lists/table";
import { useLivePages } from "@/components/ui/lists/use-pages";
import { Time } from "@/components/ui/time/time";
import { useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { channelTitle } from "@/lib/channels/dto";
import type { HistoryPageDto, OutageDto, OutageGroupDto } from "@/lib/messages/incidents/dto";
import { durationText } from "@/lib/text/duration-text";
import { paths, withParameters } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { rowFacts } from "./row-facts";

/** The filters of the history, as in its URL. Empty values don't filter. */
type HistoryFilterValues = { channel: string; tool: string; place: string };

const FAILED = "Couldn't load more. Check your connection and try again.";

/** The outages of the last 30 days: what each tool and place sums up to, and each of them, the latest first and live. */
export function OutageHistory({ filter, first }: { filter: HistoryFilterValues; first: HistoryPageDto }) {
  const address = withParameters(paths.api.incidentHistory, filter);
  const live = useData<HistoryPageDto>(address, { rendered: first, current: true }).data ?? first;
  const { items, more, busy } = useLivePages(live, async (after) => {
    const answer = await request<HistoryPageDto>(withParameters(paths.api.incidentHistory, { ...filter, after }));
    return answer.ok ? answer : { ok: false, error: FAILED };
  });
  const isFiltered = filter.tool + filter.place !== "";
  if (live.groups.length === 0) {
    return (
      <EmptyState icon={<History />} title="No incidents in the last 30 days">
        Each one is kept for 30 days, or as long as its messages.
      </EmptyState>
    );
  }
  return (
    <>
      <Table label="Tools and places" columns={GROUP_COLUMNS}>
        {live.groups.map((group) => (
          <GroupRow key={`${group.tool} ${group.place}`} group={group} filter={filter} />
        ))}
      </Table>
      {isFiltered && (
        <div className="flex items-center gap-3">
          <h2 className="font-semibold text-sm">
            {[filter.tool, filter.place].filter(Boolean).map(cleanText).join(" · ")}
          </h2>
          <Link href={paths.incidentHistory} className={buttonStyle("ghost", "small")}>
            Show all
          </Link>
        </div>
      )}
      <Table label="Outages" columns={OUTAGE_COLUMNS}>
        {items.map((outage) => (
          <OutageRow key={outage.id} outage={outage} />
        ))}
      </Table>
      {more ? (
        <Button busy={busy} onClick={more} className="self-center">
          Show more
        </Button>
      ) : (
        <p className="text-center text-text-muted text-xs">
          Incidents are kept for 30 days, or as long as their messages.
        </p>
      )}
    </>
  );
}

const GROUP_COLUMNS: readonly Column[] = [
  { label: "Tool and place" },
  { label: "Incidents", className: "xl:w-24" },
  { label: "To acknowledge", className: "xl:w-40" },
  { label: "To resolve", className: "xl:w-40" },
];

const OUTAGE_COLUMNS: readonly Column[] = [
  { label: "Incident" },
  { label: "Began", className: "xl:w-44" },
  { label: "Acknowledged after", className: "xl:w-40" },
  { label: "Resolved after", className: "xl:w-40" },
];

function GroupRow({ group, filter }: { group: OutageGroupDto; filter: HistoryFilterValues }) {
  const { tool, place, count, toAcknowledge, toResolve } = group;
  return (
    <Row>
      <RowHeader>
        <Link
          href={withParameters(paths.incidentHistory, { ...filter, tool, place })}
          className="font-medium wrap-anywhere hover:underline"
        >
          {cleanText(tool)}
        </Link>
        {place !== "" && <span className="ms-2 text-text-muted wrap-anywhere">{cleanText(place)}</span>}
      </RowHeader>
      <Cell label="Incidents">{count}</Cell>
      <Cell label="To acknowledge">{tookText(toAcknowledge)}</Cell>
      <Cell label="To resolve">{tookText(toResolve)}</Cell>
    </Row>
  );
}

function OutageRow({
  outage: { tool, place, message, channel, openedAt, acknowledgedAt, resolvedAt },
}: OutageRowProps) {
  const after = (end: string | null) => (end === null ? null : (Date.parse(end) - Date.parse(openedAt)) / 1_000);
  return (
    <Row>
      <RowHeader>
        <Link
          href={paths.message(channel.id, message.seq)}
          dir="auto"
          className="font-medium wrap-anywhere hover:underline"
        >
          {rowFacts(message, null).subject}
        </Link>
        <span className="ms-2 text-text-muted text-xs wrap-anywhere">
          {[tool, place, channelTitle(channel)].filter(Boolean).map(cleanText).join(" · ")}
        </span>
      </RowHeader>
      <Cell label="Began">
        <Time at={openedAt} format="date" />
      </Cell>
      <Cell label="Acknowledged after">{tookText(after(acknowledgedAt))}</Cell>
      <Cell label="Resolved after">{tookText(after(resolvedAt))}</Cell>
    </Row>
  );
}

type OutageRowProps = { outage: OutageDto };

function tookText(seconds: number | null): string {
  return seconds === null ? "–" : durationText(seconds);
}
