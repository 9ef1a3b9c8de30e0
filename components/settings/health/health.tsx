"use client";

import { useEffect } from "react";
import { Button } from "@/components/ui/controls/button";
import { Banner } from "@/components/ui/display/banner";
import { RefreshCw } from "@/components/ui/icons/more-icons";
import { Time } from "@/components/ui/time/time";
import { ask, useData } from "@/lib/browser/data";
import { HEALTH_PARTS, type HealthDto } from "@/lib/operation/health/dto";
import { paths } from "@/lib/text/paths";
import { Finding, type HealthActions } from "./finding";
import { Instances } from "./instances";
import { Jobs } from "./jobs";

const EVERY_MS = 30_000;

type HealthProps = { rendered: HealthDto; actions: HealthActions };

/** How the install is doing, read again every 30 seconds while the page is visible. */
export function Health({ rendered, actions }: HealthProps) {
  const { data, failure } = useData<HealthDto>(paths.api.workspaceHealth, { rendered });
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
  ask(paths.api.workspaceHealth);
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
