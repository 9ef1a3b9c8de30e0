"use client";

import { clsx } from "clsx";
import type { MouseEvent } from "react";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Avatar } from "@/components/ui/display/avatar";
import { BellOff, Check, Ellipsis, UserPlus } from "@/components/ui/icons/icons";
import { CircleCheck, Undo2 } from "@/components/ui/icons/more-icons";
import { Menu } from "@/components/ui/overlays/menu";
import { MenuItem } from "@/components/ui/overlays/menu-items";
import { useNow } from "@/components/ui/time/use-now";
import { isAcknowledged } from "@/lib/messages/dto";
import { durationText } from "@/lib/text/duration-text";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { CardRow } from "./card-row";
import { rowFacts } from "./row-facts";
import { type IncidentRow, secondsOf } from "./rows";
import type { Act } from "./use-acts";

type IncidentRowProps = {
  row: IncidentRow;
  tabbable: boolean;
  selected: boolean;
  open: boolean;
  onSelect: () => void;
  onFocus: () => void;
  onOpen: () => void;
  act: (body: Act) => void;
  onAssign: () => void;
  onNotIncident: () => void;
};

/** An incident in the list, with what can be done about it. */
export function IncidentRowItem({ row, tabbable, selected, open, ...on }: IncidentRowProps) {
  const { key, message, channel, tool, canAct, incident, closedBy } = row;
  const facts = rowFacts(message, incident);
  const shown = incident === null && closedBy ? { ...facts, word: "Closed", tone: "neutral" as const } : facts;
  const openBeside = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    on.onOpen();
  };
  return (
    <li
      data-incident={key}
      className={clsx(
        "group relative flex min-h-11 items-center gap-2 border-border px-3 not-first:border-t max-md:py-1.5",
        open || selected ? "bg-surface-selected" : "hover:bg-surface-hover",
      )}
    >
      {incident && canAct ? (
        <input
          type="checkbox"
          aria-label={`Select ${facts.subject}`}
          tabIndex={tabbable ? 0 : -1}
          checked={selected}
          onChange={on.onSelect}
          className="size-4 shrink-0 accent-accent"
        />
      ) : (
        <span className="size-4 shrink-0" />
      )}
      <CardRow
        facts={shown}
        tool={tool}
        channel={channel}
        href={paths.message(channel.id, message.seq)}
        onOpen={openBeside}
        onFocus={on.onFocus}
        tabbable={tabbable}
        age={<Duration row={row} />}
        face={<Face row={row} />}
      />
      {canAct && <RowButtons row={row} tabbable={tabbable} {...on} />}
    </li>
  );
}

function Duration({ row }: { row: IncidentRow }) {
  const now = useNow();
  return now ? durationText(secondsOf(row, now)) : null;
}

/** Who takes care of the incident, or closed it. */
function Face({ row: { incident, closedBy } }: { row: IncidentRow }) {
  if (closedBy) return <Person who={closedBy} text={`Closed by ${cleanText(closedBy.name)}`} />;
  if (!incident) return null;
  const { assignedTo, acknowledgedBy, again } = incident;
  const assigned = assignedTo ? `Assigned to ${cleanText(assignedTo.name)}.` : "";
  const acknowledged = isAcknowledged(incident)
    ? `Acknowledged by ${cleanText(acknowledgedBy?.name ?? "Unknown")}.`
    : "";
  const text = [again && "Failing again.", acknowledged, assigned].filter(Boolean).join(" ");
  const who = assignedTo ?? (acknowledged ? acknowledgedBy : null);
  return who ? <Person who={who} text={text} /> : <span className="sr-only">{text}</span>;
}

function Person({ who, text }: { who: { id: string; name: string }; text: string }) {
  return (
    <span title={text} className="flex">
      <Avatar name={cleanText(who.name)} seed={who.id} size={24} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

type RowButtonsProps = Pick<IncidentRowProps, "row" | "tabbable" | "act" | "onAssign" | "onNotIncident">;

/** What can be done about an incident: over the end of its row while that is pointed at or focused. On touch, in a menu. */
function RowButtons({ row, tabbable, act, onAssign, onNotIncident }: RowButtonsProps) {
  const { incident, closedBy, canMark } = row;
  const tabIndex = tabbable ? 0 : -1;
  if (!incident) {
    return (
      closedBy && (
        <Button size="small" tabIndex={tabIndex} onClick={() => act({ act: "reopen" })}>
          <Undo2 aria-hidden="true" />
          Reopen
        </Button>
      )
    );
  }
  const acknowledged = isAcknowledged(incident);
  const toggle = () => act({ act: acknowledged ? "unacknowledge" : "acknowledge" });
  const assign = incident.assignedTo ? "Reassign" : "Assign";
  return (
    <>
      <span className="absolute inset-y-0 end-11 flex items-center gap-1 bg-surface-hover ps-3 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden">
        <Button size="small" tabIndex={tabIndex} onClick={toggle}>
          {acknowledged ? "Take back" : "Acknowledge"}
        </Button>
        <Button size="small" tabIndex={tabIndex} aria-haspopup="dialog" onClick={onAssign}>
          {assign}
        </Button>
        <Button size="small" tabIndex={tabIndex} onClick={() => act({ act: "close" })}>
          Close
        </Button>
      </span>
      <Menu trigger={<IconButton label="More actions" tabIndex={tabIndex} icon={<Ellipsis />} className="-me-2" />}>
        <MenuItem icon={<Check aria-hidden="true" />} keys="A" onSelect={toggle}>
          {acknowledged ? "Take back acknowledgment" : "Acknowledge"}
        </MenuItem>
        <MenuItem icon={<UserPlus aria-hidden="true" />} keys="S" onSelect={onAssign}>
          {assign}
        </MenuItem>
        <MenuItem icon={<CircleCheck aria-hidden="true" />} keys="C" onSelect={() => act({ act: "close" })}>
          Close
        </MenuItem>
        {canMark && (
          <MenuItem icon={<BellOff aria-hidden="true" />} onSelect={onNotIncident}>
            Not an incident
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
