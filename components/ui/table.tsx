import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

/** A column of a table. With `href`, its heading is a link that sorts by it, or turns the order around. */
export type Column = {
  label: string;
  /** Only screen readers get the heading, because the cells explain themselves. */
  hidden?: boolean;
  href?: string;
  sorted?: "ascending" | "descending" | null;
  className?: string;
};

type TableProps = {
  label: string;
  columns: readonly Column[];
  /** Sorts without asking the server, given the heading's `href`. */
  sort?: (href: string) => void;
  children: ReactNode;
};

/** A list with columns. Below 1024 px each row becomes a block in which every cell says what it is. */
export function Table({ label, columns, sort, children }: TableProps) {
  return (
    <div className="rounded-xl border">
      <table aria-label={label} className="w-full border-collapse text-sm max-lg:block">
        <thead className="max-lg:hidden">
          <tr>
            {columns.map(({ label, hidden, href, sorted, className }) => (
              <th
                key={label}
                scope="col"
                {...(sorted ? { "aria-sort": sorted } : {})}
                className={clsx(
                  "border-b px-3 py-1 text-start font-medium text-text-muted text-xs first:ps-4 last:pe-4",
                  className,
                )}
              >
                {hidden && <span className="sr-only">{label}</span>}
                {!hidden && (href ? <SortLink label={label} href={href} sorted={sorted ?? null} sort={sort} /> : label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y max-lg:block">{children}</tbody>
      </table>
    </div>
  );
}

type SortLinkProps = Pick<Required<Column>, "label" | "href" | "sorted"> & { sort: TableProps["sort"] };

function SortLink({ label, href, sorted, sort }: SortLinkProps) {
  const Icon = sorted === "descending" ? ArrowDown : ArrowUp;
  return (
    <Link
      href={href}
      replace
      scroll={false}
      prefetch={false}
      {...(sort && {
        onNavigate: (event: { preventDefault: () => void }) => {
          event.preventDefault();
          sort(href);
        },
      })}
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
