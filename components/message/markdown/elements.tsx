import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Check } from "@/components/ui/icons";

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

/** A numbered list, indented for its widest number. */
export function OrderedList({ start, count, children }: { start: number; count: number; children: ReactNode }) {
  const digits = String(start + count).length;
  return (
    <ol
      start={start === 1 ? undefined : start}
      style={{ paddingInlineStart: `${digits + 1.6}ch` }}
      className="flex max-w-measure list-decimal flex-col gap-0.5 tabular-nums marker:text-text-muted"
    >
      {children}
    </ol>
  );
}

/** A list item. A task shows a checkbox instead of a bullet. */
export function ListItem({ done, children }: { done: boolean | null; children: ReactNode }) {
  if (done === null)
    return (
      <li dir="auto" className="[&>*+*]:mt-1">
        {children}
      </li>
    );
  return (
    <li dir="auto" className="-ms-5.5 relative list-none ps-5.5 [&>*+*]:mt-1">
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
export function Table({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      role="group"
      aria-label="Table"
      className="w-fit max-w-full overflow-x-auto rounded-lg border border-border"
    >
      <table className="w-max max-w-none border-collapse text-sm tabular-nums [overflow-wrap:normal]">{children}</table>
    </div>
  );
}

/** A table cell. */
export function TableCell({ head = false, align, children }: TableCellProps) {
  const Cell = head ? "th" : "td";
  const side = align === "center" ? "text-center" : align === "right" ? "text-end" : "text-start";
  return (
    <Cell
      className={clsx(
        "max-w-96 border-border px-3 py-1.5 align-top not-first:border-s",
        head && "bg-surface-sunken font-semibold",
        side,
      )}
    >
      {children}
    </Cell>
  );
}

type TableCellProps = { head?: boolean; align: "center" | "right" | undefined; children: ReactNode };
