import { Button } from "@/components/ui/controls/button";
import { counted } from "@/lib/text/size-text";
import type { IncidentRow } from "./rows";
import type { Act } from "./use-acts";

type BulkBarProps = {
  rows: readonly IncidentRow[];
  onAct: (body: Act) => void;
  onAssign: () => void;
  onClear: () => void;
};

/** What can be done about the selected incidents together. */
export function BulkBar({ rows, onAct, onAssign, onClear }: BulkBarProps) {
  const isOneChannel = rows.every(({ channel }) => channel.id === rows[0]?.channel.id);
  return (
    <div
      role="toolbar"
      aria-label="Selected incidents"
      className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded-lg border bg-surface-raised px-3 py-2 shadow-float"
    >
      <span className="me-auto text-sm tabular-nums">{counted(rows.length, "selected", "selected")}</span>
      <Button size="small" onClick={() => onAct({ act: "acknowledge" })}>
        Acknowledge
      </Button>
      <Button
        size="small"
        aria-haspopup="dialog"
        disabled={!isOneChannel}
        title={isOneChannel ? undefined : "Only incidents of one channel can be assigned together."}
        onClick={onAssign}
      >
        Assign
      </Button>
      <Button size="small" onClick={() => onAct({ act: "close" })}>
        Close
      </Button>
      <Button size="small" variant="ghost" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
