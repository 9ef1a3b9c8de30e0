"use client";

import type { ReactNode } from "react";
import { focusComposer } from "@/components/composer/open-composers";
import { openPanel, type Panel } from "@/components/panels/panels";

/** Leads to where a step is done: into a panel, or with none into the composer. */
export function StepButton({ panel, className, children }: StepButtonProps) {
  return (
    <button type="button" className={className} onClick={() => (panel ? openPanel(panel) : focusComposer("channel"))}>
      {children}
    </button>
  );
}

type StepButtonProps = { panel: Panel | null; className: string; children: ReactNode };
