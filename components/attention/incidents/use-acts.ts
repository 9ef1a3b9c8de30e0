"use client";

import { useRef } from "react";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { toast } from "@/components/ui/overlays/toaster";
import { ask } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { type IncidentActKind, isAcknowledged, type MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { cut } from "@/lib/text/text";
import { rowFacts } from "./row-facts";
import type { IncidentRow } from "./rows";

export type Act = { act: IncidentActKind; to?: string };

/** Does one thing. Resolves to null, or to an error. */
type Step = () => Promise<string | null>;

const send = async ({ channelId, id }: MessageDto, body: Act): Promise<string | null> => {
  const answer = await request(paths.api.incident(channelId, id), { method: "PATCH", body });
  return answer.ok ? null : (answer.error ?? UNREACHABLE);
};

const mark = async ({ channelId, id }: MessageDto, method: "PUT" | "DELETE"): Promise<string | null> => {
  const answer = await request(paths.api.notIncident(channelId, id), { method });
  return answer.ok ? null : (answer.error ?? UNREACHABLE);
};

/** Acts on incidents, of which each can be undone, the last one first. `address` is asked for after each. */
export function useActs(address: string) {
  const done = useRef<Step[][]>([]);

  async function run(steps: readonly Step[]): Promise<boolean> {
    const errors: string[] = [];
    // One after the other: each takes its channel's lock.
    for (const step of steps) {
      const error = await step();
      if (error !== null) errors.push(error);
    }
    ask(address);
    const [first] = errors;
    if (first !== undefined) toast.error(first);
    return errors.length < steps.length;
  }

  async function act(rows: readonly IncidentRow[], body: Act): Promise<void> {
    const changed = rows.filter((row) => row.canAct && isChange(row, body));
    if (changed.length === 0) return;
    if (
      !(await run(
        changed.map(
          ({ message }) =>
            () =>
              send(message, body),
        ),
      ))
    )
      return;
    remember(changed.map((row) => () => send(row.message, inverse(row, body))));
    if (body.act === "close") say(`Closed ${nameOf(changed)}`);
    else if (changed.length > 1) say(`${PAST[body.act]} ${nameOf(changed)}`);
  }

  async function markNot(row: IncidentRow): Promise<void> {
    if (!(await run([() => mark(row.message, "PUT")]))) return;
    remember([async () => (await mark(row.message, "DELETE")) ?? (await send(row.message, { act: "reopen" }))]);
    say(`${nameOf([row])} isn't an incident of this webhook anymore`);
  }

  function remember(steps: Step[]): void {
    done.current.push(steps);
  }

  function say(text: string): void {
    toast(text, { action: { label: "Undo", onClick: undo } });
  }

  function undo(): void {
    const steps = done.current.pop();
    if (steps) void run(steps);
  }

  return { act, markNot, undo };
}

/** Returns whether the act would change the incident. */
function isChange({ incident, closedBy }: IncidentRow, { act, to }: Act): boolean {
  if (act === "reopen") return closedBy !== null;
  if (!incident) return false;
  if (act === "acknowledge") return !isAcknowledged(incident);
  if (act === "unacknowledge") return isAcknowledged(incident);
  if (act === "assign") return incident.assignedTo?.id !== to;
  return act === "close" || incident.assignedTo !== null;
}

const INVERSE = {
  acknowledge: "unacknowledge",
  unacknowledge: "acknowledge",
  close: "reopen",
  reopen: "close",
} as const;

function inverse({ incident }: IncidentRow, { act }: Act): Act {
  if (act !== "assign" && act !== "unassign") return { act: INVERSE[act] };
  const before = incident?.assignedTo;
  return before ? { act: "assign", to: before.id } : { act: "unassign" };
}

const PAST: Readonly<Record<IncidentActKind, string>> = {
  acknowledge: "Acknowledged",
  unacknowledge: "Took back the acknowledgment of",
  assign: "Assigned",
  unassign: "Removed the assignment of",
  close: "Closed",
  reopen: "Reopened",
};

function nameOf(rows: readonly IncidentRow[]): string {
  const [row] = rows;
  if (!row || rows.length > 1) return `${rows.length} incidents`;
  return `“${cut(rowFacts(row.message, row.incident).subject, 60)}”`;
}
