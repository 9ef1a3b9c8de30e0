"use client";

import { useRouter } from "next/navigation";
import { useMemo, useRef, useState } from "react";
import { useOpenThread } from "@/components/chat/conversation/open-pane";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Siren } from "@/components/ui/icons/icons";
import { CheckCheck } from "@/components/ui/icons/more-icons";
import { useLivePages } from "@/components/ui/lists/use-pages";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { useNow } from "@/components/ui/time/use-now";
import { useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { isAcknowledged } from "@/lib/messages/dto";
import type { IncidentCountDto, IncidentPageDto } from "@/lib/messages/incidents/dto";
import { durationText } from "@/lib/text/duration-text";
import { paths, withParameters } from "@/lib/text/paths";
import { BulkBar } from "./bulk-bar";
import { useHeldRows } from "./held-rows";
import type { IncidentFilterValues } from "./incident-controls";
import { IncidentRowItem } from "./incident-row";
import { GROUPS, type Group, type IncidentRow, rowAfter, secondsOf, toRows } from "./rows";
import { type Act, useActs } from "./use-acts";
import { useListKeys } from "./use-list-keys";

const AssignDialog = deferredPart(async () => (await import("@/components/chat/incidents/assign-dialog")).AssignDialog);

const FAILED = "Couldn't load more. Check your connection and try again.";

type IncidentListProps = { filter: IncidentFilterValues; first: IncidentPageDto; readerId: string };

/** What needs someone, what is taken, and what was resolved today, live, for the keyboard and the mouse. */
export function IncidentList({ filter, first, readerId }: IncidentListProps) {
  const address = withParameters(paths.api.incidents, filter);
  const live = useData<IncidentPageDto>(address, { rendered: first, current: true }).data ?? first;
  const { items, more, busy } = useLivePages(live, async (after) => {
    const answer = await request<IncidentPageDto>(withParameters(paths.api.incidents, { ...filter, after }));
    return answer.ok ? answer : { ok: false, error: FAILED };
  });
  const timeZone = useTimeZone();
  const time = useNow();
  const now = time ?? new Date(0);
  const rows = useMemo(
    () => toRows(items, live.resolved ?? [], { now: time ?? new Date(0), timeZone }),
    [items, live.resolved, time, timeZone],
  );
  const { shown, hold } = useHeldRows(rows);
  const { act, markNot, undo } = useActs(address);
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [assigning, setAssigning] = useState<readonly IncidentRow[]>([]);
  const beside = useOpenThread()?.rootId;
  const { push } = useRouter();

  const active = shown.find(({ key }) => key === current) ?? shown[0];
  const chosen = shown.filter(({ key, incident }) => incident && selected.has(key));
  const targets = chosen.length > 0 ? chosen : active ? [active] : [];

  const focus = (row: IncidentRow | null | undefined) => {
    if (!row) return;
    setCurrent(row.key);
    const link = list.current?.querySelector<HTMLElement>(`[data-incident="${row.key}"] a`);
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: "nearest" });
  };
  const move = (by: number) => {
    const at = list.current?.contains(document.activeElement)
      ? shown.findIndex(({ key }) => key === active?.key)
      : null;
    focus(at === null ? active : shown[Math.min(shown.length - 1, Math.max(0, at + by))]);
  };
  const toggle = ({ key }: IncidentRow) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    setSelected(next);
  };
  /** Acts, and goes on to the next row. */
  const doTo = (on: readonly IncidentRow[], body: Act) => {
    if (on.length === 0) return;
    focus(rowAfter(shown, new Set(on.map(({ key }) => key))));
    setSelected(new Set());
    void act(on, body);
  };
  const acknowledge = () => {
    const isTaken = targets.every(({ incident }) => incident && isAcknowledged(incident));
    doTo(targets, { act: isTaken ? "unacknowledge" : "acknowledge" });
  };
  const assign = (on: readonly IncidentRow[]) => setAssigning(on.filter(({ canAct, incident }) => canAct && incident));
  const openBeside = ({ message }: IncidentRow) => {
    const thread = message.threadId ?? message.id;
    push(withParameters(paths.incidents, { ...queryOf(filter), thread }), { scroll: false });
  };
  useListKeys(() => list.current, {
    arrowdown: () => move(1),
    arrowup: () => move(-1),
    a: acknowledge,
    s: () => assign(targets),
    c: () => doTo(targets, { act: "close" }),
    u: undo,
    x: () => active?.incident && active.canAct && toggle(active),
  });

  if (rows.length === 0) return <Nothing isFiltered={filter.channel + filter.tool !== "" || filter.show !== "all"} />;
  const [toAssign] = assigning;
  return (
    // Rows wait with moving, so that a second press doesn't hit another one.
    <div ref={list} onPointerDownCapture={hold} className="@container flex flex-col gap-6">
      {chosen.length > 0 && (
        <BulkBar
          rows={chosen}
          onAct={(body) => doTo(chosen, body)}
          onAssign={() => assign(chosen)}
          onClear={() => setSelected(new Set())}
        />
      )}
      {GROUPS.map((group) => {
        const among = shown.filter((row) => row.group === group);
        if (among.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`} className="mb-2 flex items-baseline gap-2 font-semibold text-sm">
              {TITLES[group]}
              <span className="font-normal text-text-muted tabular-nums">{sumOf(among, live, now)}</span>
            </h2>
            <ul aria-label={TITLES[group]} className="border-border max-md:-mx-4 md:rounded-xl md:border">
              {among.map((row) => (
                <IncidentRowItem
                  key={row.key}
                  row={row}
                  tabbable={row.key === active?.key}
                  selected={selected.has(row.key)}
                  open={beside === (row.message.threadId ?? row.message.id)}
                  onSelect={() => toggle(row)}
                  onFocus={() => setCurrent(row.key)}
                  onOpen={() => openBeside(row)}
                  act={(body) => doTo([row], body)}
                  onAssign={() => assign([row])}
                  onNotIncident={() => {
                    focus(rowAfter(shown, new Set([row.key])));
                    void markNot(row);
                  }}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {more && (
        <Button busy={busy} onClick={more} className="self-center">
          Show more
        </Button>
      )}
      <p className="text-text-muted text-xs pointer-coarse:hidden">
        ↑ ↓ move · Enter opens · A acknowledge · S assign · C close · X select · U undo
      </p>
      {toAssign && (
        <AssignDialog
          message={toAssign.message}
          readerId={readerId}
          onAssign={(to) => doTo(assigning, to ? { act: "assign", to: to.id } : { act: "unassign" })}
          onClose={() => setAssigning([])}
        />
      )}
    </div>
  );
}

const TITLES: Readonly<Record<Group, string>> = {
  needing: "Needs someone",
  taken: "Taken",
  resolved: "Resolved today",
};

/** Returns a group's number of incidents, and for how long they've been open, or were: "3 · 2 h 10 min". */
function sumOf(rows: readonly IncidentRow[], { needing, taken }: IncidentPageDto, now: Date): string {
  const sums: Record<Group, IncidentCountDto | undefined> = { needing, taken, resolved: undefined };
  // Not all of them may be loaded.
  const counted = sums[rows[0]?.group ?? "resolved"];
  const seconds = rows.reduce((sum, row) => sum + secondsOf(row, now), 0);
  const count = Math.max(rows.length, counted?.count ?? 0);
  return `${count} · ${durationText(count > rows.length ? (counted?.seconds ?? 0) : seconds)}`;
}

/** Returns the list's filter as it is in the page's address. */
function queryOf({ channel, tool, show }: IncidentFilterValues) {
  return { channel, tool, show: show === "all" ? "" : show };
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<CheckCheck />}
        title="No incident matches"
        action={
          <Link href={paths.incidents} className={buttonStyle("secondary")}>
            Show all
          </Link>
        }
      >
        Nothing is open with these filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Siren />} title="No open incidents">
      Alerts appear here until they're resolved.
    </EmptyState>
  );
}
