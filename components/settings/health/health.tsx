"use client";

import { useEffect } from "react";
import { Button } from "@/components/ui/controls/button";
import { Banner } from "@/components/ui/display/banner";
import { StatusDot } from "@/components/ui/display/status-dot";
import { RefreshCw } from "@/components/ui/icons/more-icons";
import { Cell, type Column, Row, RowHeader, Table } from "@/components/ui/lists/table";
import { Time } from "@/components/ui/time/time";
import { ask, useData } from "@/lib/browser/data";
import type { InstanceDto } from "@/lib/operation/health/dto";
import { HEALTH_PARTS, type HealthDto } from "@/lib/operation/health/dto";
import { workspacePaths } from "@/lib/text/workspace-paths";
import { Finding, type HealthActions } from "./finding";
import { Jobs } from "./jobs";

const EVERY_MS = 30_000;

type HealthProps = { rendered: HealthDto; actions: HealthActions };

/** How the install is doing, read again every 30 seconds while the page is visible. */
export function Health({ rendered, actions }: HealthProps) {
  const { data, failure } = useData<HealthDto>(workspacePaths.healthNow, { rendered });
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const { findings, jobs, instances, checkedAt } = data ?? rendered;
  const wrong = HEALTH_PARTS.filter((part) => findings[part].state === "attention").length;
  const unread = HEALTH_PARTS.some((part) => findings[part].state === "unreadable");
  const late = (jobs ?? []).filter(({ state }) => state === "failed" || state === "late").length;
  return (
    <div className="flex flex-col gap-10 pt-6">
      <div className="flex flex-col gap-4">
        <Overall count={wrong + late} unread={unread} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="small" onClick={refresh}>
            <RefreshCw aria-hidden="true" />
            Refresh
          </Button>
          <p className="text-sm text-text-muted">
            {failure ? "This couldn't be read again. Last checked at " : "Checked at "}
            <Time at={checkedAt} format="clock" />
          </p>
        </div>
        <ul aria-label="Checks" className="divide-y rounded-xl border">
          {HEALTH_PARTS.map((part) => (
            <Finding key={part} part={part} finding={findings[part]} actions={actions} />
          ))}
        </ul>
      </div>
      <Instances instances={instances} />
      <Jobs jobs={jobs} namesInstances={(instances?.length ?? 0) > 1} />
    </div>
  );
}

function refresh(): void {
  ask(workspacePaths.healthNow);
}

function Overall({ count, unread }: { count: number; unread: boolean }) {
  if (count > 0) {
    return (
      <Banner tone="warning">{count === 1 ? "1 thing needs attention." : `${count} things need attention.`}</Banner>
    );
  }
  if (unread) return <Banner>Some of this couldn't be read. Everything else is fine.</Banner>;
  return <Banner tone="success">Everything is fine.</Banner>;
}

const columns: Column[] = [
  { label: "Instance" },
  { label: "State", className: "lg:w-40" },
  { label: "Version", className: "lg:w-24" },
  { label: "Started", className: "lg:w-32" },
  { label: "Event streams", className: "lg:w-32" },
];

/** The running instances; null if they couldn't be read. */
function Instances({ instances }: { instances: readonly InstanceDto[] | null }) {
  return (
    <section aria-labelledby="instances" className="flex flex-col gap-2">
      <div>
        <h2 id="instances" className="font-medium text-sm">
          Instances
        </h2>
        <p className="text-sm text-text-muted">Each instance reports every 30 seconds that it's running.</p>
      </div>
      {instances === null ? (
        <p className="text-sm text-text-muted">The instances couldn't be read.</p>
      ) : (
        <Table label="Instances" columns={columns}>
          {instances.map((each) => (
            <Row key={each.id}>
              <RowHeader className="break-words">
                <span className="font-medium">{each.host}</span>
                <span className="text-text-muted">
                  {" "}
                  process {each.pid}
                  {each.isThis && ", shows this page"}
                </span>
              </RowHeader>
              <Cell>
                {each.responds ? (
                  <StatusDot tone="success">Running</StatusDot>
                ) : (
                  <StatusDot tone="warning">Not responding</StatusDot>
                )}
              </Cell>
              <Cell label="Version" className="tabular-nums">
                {each.version}
              </Cell>
              <Cell label="Started" className="text-text-muted">
                <Time at={each.startedAt} format="relative" className="min-w-0!" />
              </Cell>
              <Cell label="Event streams" className="tabular-nums">
                {each.streams.toLocaleString("en-US")}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}
