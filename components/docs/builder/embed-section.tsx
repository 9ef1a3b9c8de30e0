"use client";

import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Badge } from "@/components/ui/badge";

type EmbedSectionProps = {
  place: number;
  title: string;
  /** What is wrong with the embed as a whole. */
  problem: string | null;
  problemCount: number;
  /** How near the limit of all its texts it is, once that matters. */
  texts: string | null;
  buttons: ReactNode;
  children: ReactNode;
};

/** An embed's part of the form. It can be folded, which keeps ten of them in reach. */
export function EmbedSection({ place, title, problem, problemCount, texts, buttons, children }: EmbedSectionProps) {
  const id = useId();
  const [open, setOpen] = useState(true);
  return (
    <section aria-labelledby={`${id}-name`} className="rounded-xl border border-border bg-surface-raised">
      <header className="flex items-center gap-1 py-1.5 ps-1.5 pe-2">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={`${id}-body`}
            onClick={() => setOpen(!open)}
            className="flex target-y w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-start hover:bg-surface-hover"
          >
            <ChevronRight
              aria-hidden="true"
              className={clsx("size-4 shrink-0 text-text-muted transition-transform", open && "rotate-90")}
            />
            <span id={`${id}-name`} className="shrink-0 font-semibold text-sm">{`Embed ${place + 1}`}</span>
            <span className="truncate text-sm text-text-muted">{title}</span>
            {problemCount > 0 && (
              <Badge tone="danger">{problemCount === 1 ? "1 problem" : `${problemCount} problems`}</Badge>
            )}
          </button>
        </h2>
        {buttons}
      </header>
      {texts && <p className="px-4 pb-3 text-sm text-text-muted tabular-nums">{texts}</p>}
      {problem && <p className="px-4 pb-3 text-danger text-sm">{problem}</p>}
      <div id={`${id}-body`} hidden={!open} className="border-border border-t p-4">
        {children}
      </div>
    </section>
  );
}
