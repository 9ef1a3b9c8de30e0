import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Avatar } from "@/components/ui/display/avatar";
import { Time } from "@/components/ui/time/time";
import { type IncidentDto, isAcknowledged, type MessageDto, type SenderDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";

type IncidentActionsProps = {
  incident: IncidentDto;
  onAcknowledge: () => void;
  onAssign: () => void;
  onClose: () => void;
};

/** Inside an open incident's card, on the right: what can be done about it. */
export function IncidentActions({ incident, onAcknowledge, onAssign, onClose }: IncidentActionsProps) {
  return (
    <span className="flex shrink-0 gap-1.5 py-0.5 @md:ms-auto @md:py-0">
      {isAcknowledged(incident) ? (
        <CardButton onClick={onClose}>Close</CardButton>
      ) : (
        <CardButton onClick={onAcknowledge}>Acknowledge</CardButton>
      )}
      <CardButton opens onClick={onAssign}>
        {incident.assignedTo ? "Reassign" : "Assign"}
      </CardButton>
    </span>
  );
}

// As high as a line of the card. What can be pressed is larger.
const small = buttonStyle(
  "secondary",
  "small",
  "h-5 min-h-0! px-2! text-xs! before:absolute before:-inset-1.5 pointer-coarse:h-8",
);

function CardButton({ opens = false, onClick, children }: { opens?: boolean; onClick: () => void; children: string }) {
  return (
    <button type="button" {...(opens && { "aria-haspopup": "dialog" })} onClick={onClick} className={small}>
      {children}
    </button>
  );
}

/** Below an incident's facts: who takes care of it. Nothing if no one does. */
export function IncidentTaken({ incident }: { incident: IncidentDto }) {
  const { acknowledgedBy, acknowledgedAt, assignedTo, again } = incident;
  const isTaken = isAcknowledged(incident);
  if (!again && !isTaken && !assignedTo) return null;
  const face = assignedTo ?? acknowledgedBy;
  const at = acknowledgedAt !== null && <Time at={acknowledgedAt} format="relative" className="min-w-0!" />;
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-text-muted text-xs">
      {face && <Avatar name={face.name} seed={face.id} src={null} size={16} className="text-[0.5rem]!" />}
      <span className="min-w-0 wrap-anywhere">
        {again && <b className="font-semibold text-danger">Failing again. </b>}
        {again && at && (
          <>
            {nameOf(acknowledgedBy)} acknowledged it {at}.{" "}
          </>
        )}
        {isTaken && (
          <>
            Acknowledged by {nameOf(acknowledgedBy)}, {at}.{" "}
          </>
        )}
        {assignedTo && <>Assigned to {nameOf(assignedTo)}.</>}
      </span>
    </p>
  );
}

function nameOf(person: SenderDto | null): ReactNode {
  return cleanText(person?.name ?? "Unknown");
}

type IncidentClosedProps = {
  closed: NonNullable<MessageDto["closedIncident"]>;
  /** Null for readers who may not act. */
  onReopen: (() => void) | null;
};

/** Below a card whose incident was closed by hand: who did so, and a button to undo it. */
export function IncidentClosed({ closed: { by, at }, onReopen }: IncidentClosedProps) {
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-text-muted text-xs">
      <Avatar name={by.name} seed={by.id} src={null} size={16} className="text-[0.5rem]!" />
      <span className="min-w-0 wrap-anywhere">
        Closed by {nameOf(by)}, <Time at={at} format="relative" className="min-w-0!" />
      </span>
      {onReopen && <CardButton onClick={onReopen}>Reopen</CardButton>}
    </p>
  );
}
