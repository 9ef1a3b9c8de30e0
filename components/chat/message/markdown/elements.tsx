import { clsx } from "clsx";
import type { CSSProperties, ReactNode } from "react";
import { Check } from "@/components/ui/icons/icons";

/** A heading in a message: bold text, not a real heading, which would break the page's outline. */
export function Heading({ level, children }: { level: number; children: ReactNode }) {
  return (
    <p
      dir="auto"
      className={clsx(
        "max-w-measure font-semibold not-first:mt-0.5",
        level === 1 ? "text-lg" : "text-base",
        level > 3 && "text-text-muted",
      )}
    >
      {children}
    </p>
  );
}

/** The direction of a text that may differ from the one around it. */
type Direction = { dir: "ltr" | "rtl" | undefined };

const list = "flex max-w-measure flex-col gap-0.5 marker:text-text-muted";

/** A list with bullets. */
export function BulletList({ dir, children }: Direction & { children: ReactNode }) {
  return (
    <ul dir={dir} className={clsx(list, "list-disc [--mark:--spacing(5.5)]")}>
      {children}
    </ul>
  );
}

/** A numbered list, indented for its widest number. */
export function OrderedList({ dir, start, count, children }: Direction & OrderedListProps) {
  const digits = String(start + count).length;
  return (
    <ol
      dir={dir}
      start={start === 1 ? undefined : start}
      style={{ "--mark": `${digits + 1.6}ch` } as CSSProperties}
      className={clsx(list, "list-decimal tabular-nums")}
    >
      {children}
    </ol>
  );
}

type OrderedListProps = { start: number; count: number; children: ReactNode };

/**
 * A list item. A task shows a checkbox instead of a bullet. The space for the mark is the item's own, on the side where its
 * text begins, because a list can have items in either direction.
 */
export function ListItem({ dir, done, children }: Direction & { done: boolean | null; children: ReactNode }) {
  if (done === null)
    return (
      <li dir={dir} className="ms-(--mark) [&>*+*]:mt-1">
        {children}
      </li>
    );
  return (
    <li dir={dir} className="relative list-none ps-(--mark) [&>*+*]:mt-1">
      <span
        role="img"
        aria-label={done ? "Done" : "To do"}
        className={clsx(
          "absolute start-0 top-[0.2em] flex size-4 items-center justify-center rounded-md border",
          done ? "border-accent bg-accent text-accent-text" : "border-border-strong",
        )}
      >
        {done && <Check aria-hidden="true" className="size-3" strokeWidth={3} />}
      </span>
      {children}
    </li>
  );
}

/** A table that scrolls horizontally when it is wider than the message. */
export function Table({ dir, children }: Direction & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      role="group"
      aria-label="Table"
      dir={dir}
      className="w-fit max-w-full overflow-x-auto rounded-lg border border-border"
    >
      <table className="w-max max-w-none border-collapse text-sm tabular-nums [overflow-wrap:normal]">{children}</table>
    </div>
  );
}

/** A table cell. */
export function TableCell({ head = false, align, children }: TableCellProps) {
  const Cell = head ? "th" : "td";
  const side = align === "center" ? "text-center" : align === "right" ? "text-right" : "text-start";
  return (
    <Cell
      className={clsx(
        "max-w-96 border-border px-3 py-1.5 align-top not-first:border-s",
        head && "bg-surface-sunken font-semibold",
        side,
      )}
    >
      <div dir="auto">{children}</div>
    </Cell>
  );
}

type TableCellProps = { head?: boolean; align: "center" | "right" | undefined; children: ReactNode };
