import type { ReactNode } from "react";
import { Button } from "@/components/ui/controls/button";
import { Time } from "@/components/ui/time/time";
import { type IncidentDto, isAcknowledged } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";

type IncidentLineProps = {
  incident: IncidentDto;
  /** Null for readers who may not act. */
  onAcknowledge: (() => void) | null;
  onAssign: () => void;
};

/** Below an open incident's card: who takes care of it, and buttons to do so. */
export function IncidentLine({ incident, onAcknowledge, onAssign }: IncidentLineProps) {
  const { acknowledgedBy, acknowledgedAt, assignedTo, again } = incident;
  const isTaken = isAcknowledged(incident);
  const at = acknowledgedAt !== null && <Time at={acknowledgedAt} format="relative" className="min-w-0!" />;
  const by: ReactNode = cleanText(acknowledgedBy?.name ?? "Unknown");
  const isQuiet = !again && !isTaken && !assignedTo;
  if (isQuiet && !onAcknowledge) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {!isQuiet && (
        <span className="min-w-0 text-text-muted wrap-anywhere">
          {again && <b className="font-semibold text-danger">Failing again. </b>}
          {again && at && (
            <>
              {by} acknowledged it {at}.{" "}
            </>
          )}
          {isTaken && (
            <>
              Acknowledged by {by}, {at}.{" "}
            </>
          )}
          {assignedTo && <>Assigned to {cleanText(assignedTo.name)}.</>}
        </span>
      )}
      {onAcknowledge && (
        <span className="-ms-2.5 -my-1 flex gap-1">
          {!isTaken && (
            <Button size="small" variant="ghost" className="text-accent" onClick={onAcknowledge}>
              Acknowledge
            </Button>
          )}
          <Button size="small" variant="ghost" aria-haspopup="dialog" onClick={onAssign}>
            {assignedTo ? "Reassign" : "Assign"}
          </Button>
        </span>
      )}
    </div>
  );
}
