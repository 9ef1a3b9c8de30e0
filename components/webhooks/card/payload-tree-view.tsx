"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { ChevronRight } from "@/components/ui/icons/icons";
import type { Path } from "@/lib/webhooks/interpret/own-cards/model";
import { pathKey, type TreeRow, treeRows } from "./payload-tree";

type PayloadTreeProps = {
  payload: unknown;
  /** The paths of values that the card shows, by `pathKey`. */
  used: ReadonlySet<string>;
  /** Takes the value of a row. */
  onPick: (path: Path) => void;
  /** Whether objects and lists can be taken as a whole. */
  takesWhole: boolean;
};

/** A payload as a tree. Pressing a value takes it; objects and lists open and close. */
export function PayloadTree({ payload, used, onPick, takesWhole }: PayloadTreeProps) {
  const id = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const rows = useMemo(() => treeRows(payload, toggled), [payload, toggled]);
  const stop = rows.some((row) => pathKey(row.path) === current) ? current : pathKey(rows[0]?.path ?? []);

  function toggle(row: TreeRow): void {
    const key = pathKey(row.path);
    setToggled((before) =>
      before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key]),
    );
  }

  function focus(row: TreeRow | undefined): void {
    if (row === undefined) return;
    setCurrent(pathKey(row.path));
    tree.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(pathKey(row.path))}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent, row: TreeRow): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.indexOf(row);
    const parent = rows.findLast((each, index) => index < at && each.level < row.level);
    if (event.key === "ArrowDown") focus(rows[at + 1]);
    else if (event.key === "ArrowUp") focus(rows[at - 1]);
    else if (event.key === "Home") focus(rows[0]);
    else if (event.key === "End") focus(rows.at(-1));
    else if (event.key === "ArrowRight" && row.open === false) toggle(row);
    else if (event.key === "ArrowRight" && row.open) focus(rows[at + 1]);
    else if (event.key === "ArrowLeft" && row.open) toggle(row);
    else if (event.key === "ArrowLeft") focus(parent);
    else if (event.key === "Enter" || event.key === " ") pressed(row, event.key === "Enter");
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) focus(startingWith(rows, at, event.key));
    else return;
    event.preventDefault();
  }

  /** Space opens and closes what has values inside; Enter takes it as a whole if that makes sense. */
  function pressed(row: TreeRow, takes: boolean): void {
    if (row.open === null || (takes && takesWhole)) onPick(row.path);
    else toggle(row);
  }

  return (
    <div ref={tree} role="tree" aria-label="Payload" className="flex flex-col py-1 text-sm">
      {rows.map((row, index) => {
        const key = pathKey(row.path);
        const isUsed = used.has(key);
        return (
          <div
            key={key}
            role="treeitem"
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.setSize}
            aria-expanded={row.open ?? undefined}
            aria-selected={isUsed}
            aria-labelledby={`${id}-${index}`}
            tabIndex={key === stop ? 0 : -1}
            data-path={key}
            onKeyDown={(event) => onKeyDown(event, row)}
            onFocus={() => setCurrent(key)}
            onClick={() => pressed(row, false)}
            style={{ paddingInlineStart: `${0.5 + (row.level - 1) * 1}rem` }}
            className="group flex target-y cursor-pointer items-center gap-1 pe-2 -outline-offset-2 transition-colors hover:bg-surface-hover"
          >
            <ChevronRight
              aria-hidden="true"
              className={clsx(
                "size-3.5 shrink-0 text-text-muted",
                row.open && "rotate-90",
                row.open === null && "invisible",
              )}
            />
            <span id={`${id}-${index}`} className="flex min-w-0 flex-1 items-baseline gap-2">
              <span className="max-w-[60%] shrink-0 truncate font-mono text-text-muted text-xs">{row.label}</span>
              <span
                className={clsx("min-w-0 truncate", row.open === null ? styles[row.kind] : "text-text-muted text-xs")}
              >
                {row.shown === "" ? <span className="text-text-muted italic">empty</span> : row.shown}
              </span>
            </span>
            {row.open !== null && takesWhole && (
              <button
                type="button"
                tabIndex={-1}
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  onPick(row.path);
                }}
                className="shrink-0 rounded-md px-1.5 py-0.5 font-medium text-accent text-xs opacity-0 hover:bg-surface-selected group-hover:opacity-100 group-focus:opacity-100"
              >
                Use {row.kind}
              </button>
            )}
            {isUsed && (
              <span aria-hidden="true" title="Used in the card" className="size-1.5 shrink-0 rounded-full bg-accent" />
            )}
          </div>
        );
      })}
    </div>
  );
}

const styles: Record<TreeRow["kind"], string> = {
  text: "",
  number: "tabular-nums text-(--code-number)",
  boolean: "text-(--code-keyword)",
  null: "text-text-muted",
  object: "text-text-muted",
  list: "text-text-muted",
};

/** Returns the next row below that starts with this letter, or from the top. */
function startingWith(rows: readonly TreeRow[], at: number, letter: string): TreeRow | undefined {
  const inOrder = [...rows.slice(at + 1), ...rows.slice(0, at)];
  return inOrder.find(({ label }) => label.toLowerCase().startsWith(letter.toLowerCase()));
}
