"use client";

import { X } from "lucide-react";
import { type ReactNode, useContext, useState } from "react";
import { focusComposer } from "@/components/composer/open-composers";
import { FocusMessages } from "@/components/conversation/focus";
import { openPanel, type Panel } from "@/components/frame/panels";
import { IconButton } from "@/components/ui/icon-button";
import { keepCookie } from "@/lib/browser/cookie";
import { FIRST_STEPS_COOKIE } from "./steps";

/** The box around the first steps, until it is dismissed. */
export function Dismissible({
  userId,
  heading,
  children,
}: {
  userId: string;
  heading: ReactNode;
  children: ReactNode;
}) {
  const [dismissed, setDismissed] = useState(false);
  const focusMessages = useContext(FocusMessages);
  if (dismissed) return null;

  function dismiss(): void {
    keepCookie(FIRST_STEPS_COOKIE, userId);
    setDismissed(true);
    focusMessages();
  }

  return (
    <section
      aria-labelledby="first-steps"
      className="mx-auto mb-4 w-[min(28rem,calc(100%-2rem))] rounded-xl border bg-surface-raised"
    >
      <header className="flex items-center justify-between gap-3 border-b py-1.5 ps-4 pe-2">
        {heading}
        <IconButton label="Dismiss first steps" icon={<X />} onClick={dismiss} />
      </header>
      {children}
    </section>
  );
}

/** Opens the panel of a step, or focuses the composer when there is none. */
export function StepButton({ panel, className, children }: StepButtonProps) {
  return (
    <button type="button" className={className} onClick={() => (panel ? openPanel(panel) : focusComposer("channel"))}>
      {children}
    </button>
  );
}

type StepButtonProps = { panel: Panel | null; className: string; children: ReactNode };
