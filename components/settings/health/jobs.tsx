import { StatusDot } from "@/components/ui/display/status-dot";
import { Cell, type Column, Row, RowHeader, Table } from "@/components/ui/lists/table";
import { Time } from "@/components/ui/time/time";
import type { JobDto } from "@/lib/operation/health/dto";

const columns: Column[] = [
  { label: "Job" },
  { label: "Last run", className: "lg:w-64" },
  { label: "Runs every", className: "lg:w-28" },
  { label: "Next run", className: "lg:w-36" },
];

type JobsProps = {
  jobs: readonly JobDto[] | null;
  /** Whether to say which instance ran a job. */
  namesInstances: boolean;
};

/** What Parley does by the clock, with how each last run ended; null if it couldn't be read. */
export function Jobs({ jobs, namesInstances }: JobsProps) {
  return (
    <section aria-labelledby="jobs" className="flex flex-col gap-2">
      <div>
        <h2 id="jobs" className="font-medium text-sm">
          Scheduled jobs
        </h2>
        <p className="text-sm text-text-muted">
          What Parley does on its own. Frequent jobs are recorded once a minute.
        </p>
      </div>
      {jobs === null ? (
        <p className="text-sm text-text-muted">The jobs couldn't be read.</p>
      ) : (
        <Table label="Scheduled jobs" columns={columns}>
          {jobs.map((job) => (
            <JobRow key={job.name} job={job} namesInstance={namesInstances} />
          ))}
        </Table>
      )}
    </section>
  );
}

const states = {
  succeeded: { tone: "success", word: "Succeeded" },
  failed: { tone: "danger", word: "Failed" },
  late: { tone: "warning", word: "Deferred" },
  running: { tone: "accent", word: "Running" },
  waiting: { tone: "neutral", word: "Not yet" },
} as const;

function JobRow({ job, namesInstance }: { job: JobDto; namesInstance: boolean }) {
  const { label, state, last, error, succeededAt, everyMs, nextAt } = job;
  return (
    <Row>
      <RowHeader className="break-words">
        <span className="font-medium">{label}</span>
        {error !== null && (
          <span className="block text-text-muted">
            {error}{" "}
            {succeededAt && (
              <>
                Last success: <Time at={succeededAt} format="relative" className="min-w-0!" />
              </>
            )}
          </span>
        )}
        {state === "late" && (
          <span className="block text-text-muted">
            It should have run by now. Restart the instance if it stays late.
          </span>
        )}
      </RowHeader>
      <Cell className="max-lg:w-full">
        <StatusDot tone={states[state].tone}>{states[state].word}</StatusDot>
        {last && (
          <span className="text-text-muted">
            {" "}
            <Time at={last.endedAt} format="relative" className="min-w-0!" />, took {tookText(last.tookMs)}
            {namesInstance && <span className="block break-words">on {last.instance}</span>}
          </span>
        )}
      </Cell>
      <Cell label="Runs every" className="text-text-muted">
        {everyText(everyMs)}
      </Cell>
      <Cell label="Next run" className="text-text-muted">
        <Time at={nextAt} format={everyMs < DAY_MS ? "clock" : "date"} />
      </Cell>
    </Row>
  );
}

const DAY_MS = 86_400_000;
const UNITS = [
  { ms: DAY_MS, one: "day", more: "days" },
  { ms: 3_600_000, one: "hour", more: "hours" },
  { ms: 60_000, one: "minute", more: "minutes" },
  { ms: 1_000, one: "second", more: "seconds" },
];

/** Returns "hour" or "5 minutes". */
export function everyText(ms: number): string {
  const unit = UNITS.find((each) => ms >= each.ms);
  if (!unit) return `${ms} ms`;
  const count = Math.round(ms / unit.ms);
  return count === 1 ? unit.one : `${count} ${unit.more}`;
}

/** Returns "12 ms", "3.4 s" or "5 min". */
export function tookText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
