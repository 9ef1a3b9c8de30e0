import type { ReactNode } from "react";
import { type SectionId, titleOf } from "./section-list";

/** A part of the documentation under its heading, which is a link to itself. */
export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h2 id={id} className="font-semibold text-xl">
        <a
          href={`#${id}`}
          className="rounded-md hover:underline hover:decoration-2 hover:decoration-border-strong hover:underline-offset-4"
        >
          {titleOf(id)}
        </a>
      </h2>
      {children}
    </section>
  );
}

/** A paragraph of prose, no wider than one reads well. */
export function Text({ children }: { children: ReactNode }) {
  return <p className="max-w-[72ch] leading-relaxed [overflow-wrap:anywhere]">{children}</p>;
}

/** Short points of prose. */
export function Points({ items }: { items: readonly { key: string; point: ReactNode }[] }) {
  return (
    <ul className="flex max-w-[72ch] list-disc flex-col gap-1.5 ps-5 leading-relaxed [overflow-wrap:anywhere] marker:text-text-muted">
      {items.map(({ key, point }) => (
        <li key={key}>{point}</li>
      ))}
    </ul>
  );
}
