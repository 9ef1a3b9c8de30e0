import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/controls/link";
import { ArrowDown } from "@/components/ui/icons/icons";
import { ArrowUp } from "@/components/ui/icons/more-icons";

/** A column of a table. */
export type Column = {
  label: string;
  /** Only screen readers get the heading, because the cells explain themselves. */
  hidden?: boolean;
  /** Its name as an order, "" for the usual one. Its heading sorts by it, and a second press turns that around. */
  sort?: string;
  /** Its order starts with the newest or largest. */
  descends?: boolean;
  className?: string;
};

/** How a list is sorted, as in its URL: by which column, and `reversed` or not. */
export type ListOrder = { sort: string; order: string };

type SortState = {
  by: ListOrder;
  hrefOf: (order: ListOrder) => string;
};

type TableProps = {
  label: string;
  columns: readonly Column[];
  /** For columns that sort. */
  sorting?: SortState;
  children: ReactNode;
};

/**
 * A list with columns. Below 1024 px each row becomes a block in which every cell says what it is. From 1280 px on,
 * columns have the widths that they ask for, so that they don't move while rows arrive.
 */
export function Table({ label, columns, sorting, children }: TableProps) {
  return (
    <div className="rounded-xl border">
      <table aria-label={label} className="w-full border-collapse text-sm max-lg:block xl:table-fixed">
        <thead className="max-lg:hidden">
          <tr>
            {columns.map((column) => (
              <Heading key={column.label} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y max-lg:block">{children}</tbody>
      </table>
    </div>
  );
}

function Heading({ column, sorting }: { column: Column; sorting: SortState | undefined }) {
  const { label, hidden, sort, descends = false, className } = column;
  const isSorted = sorting !== undefined && sorting.by.sort === sort;
  const isReversed = isSorted && sorting.by.order === "reversed";
  const direction = descends === isReversed ? "ascending" : "descending";
  return (
    <th
      scope="col"
      {...(isSorted ? { "aria-sort": direction } : {})}
      className={clsx(
        "h-9 border-b px-3 py-1 text-start font-medium text-text-muted text-xs first:ps-4 last:pe-4",
        className,
      )}
    >
      {sorting && sort !== undefined ? (
        <SortLink
          label={label}
          href={sorting.hrefOf({ sort, order: isSorted && !isReversed ? "reversed" : "" })}
          sorted={isSorted ? direction : null}
        />
      ) : (
        <span className={hidden ? "sr-only" : undefined}>{label}</span>
      )}
    </th>
  );
}

type SortLinkProps = {
  label: string;
  href: string;
  sorted: "ascending" | "descending" | null;
};

function SortLink({ label, href, sorted }: SortLinkProps) {
  const Icon = sorted === "descending" ? ArrowDown : ArrowUp;
  return (
    <Link
      href={href}
      replace
      scroll={false}
      className={clsx(
        "-mx-1.5 inline-flex target-y items-center gap-1 rounded-md px-1.5 transition-colors hover:bg-surface-hover hover:text-text",
        sorted && "text-text",
      )}
    >
      {label}
      <Icon aria-hidden="true" className={clsx("size-3.5", !sorted && "invisible")} />
    </Link>
  );
}

type RowProps = { id?: string; className?: string; children: ReactNode };

/** A row of a table. */
export function Row({ id, className, children }: RowProps) {
  return (
    <tr
      id={id}
      className={clsx(
        "relative transition-colors hover:bg-surface-hover/50 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3",
        className,
      )}
    >
      {children}
    </tr>
  );
}

type CellProps = {
  /** What the value is, for narrow screens, where there are no headings. */
  label?: string;
  className?: string;
  children: ReactNode;
};

const cellStyle = "text-start align-middle font-normal lg:px-3 lg:py-2 lg:first:ps-4 lg:last:pe-4";

/** The cell that names its row. */
export function RowHeader({ className, children }: Omit<CellProps, "label">) {
  return (
    <th scope="row" className={clsx(cellStyle, "min-w-0 max-lg:w-full", className)}>
      {children}
    </th>
  );
}

/** A cell of a row. */
export function Cell({ label, className, children }: CellProps) {
  return (
    <td className={clsx(cellStyle, className)}>
      {label && <span className="text-text-muted lg:hidden">{label} </span>}
      {children}
    </td>
  );
}
