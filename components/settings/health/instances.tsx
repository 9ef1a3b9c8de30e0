import { StatusDot } from "@/components/ui/display/status-dot";
import { Cell, type Column, Row, RowHeader, Table } from "@/components/ui/lists/table";
import { Time } from "@/components/ui/time/time";
import type { InstanceDto } from "@/lib/operation/health/dto";

const columns: Column[] = [
  { label: "Instance" },
  { label: "State", className: "lg:w-40" },
  { label: "Version", className: "lg:w-24" },
  { label: "Started", className: "lg:w-32" },
  { label: "Event streams", className: "lg:w-32" },
];

/** The running instances; null if they couldn't be read. */
export function Instances({ instances }: { instances: readonly InstanceDto[] | null }) {
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
