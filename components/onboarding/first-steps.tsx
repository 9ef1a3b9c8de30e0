"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { focusMessages } from "@/components/conversation/focus";
import { IconButton } from "@/components/ui/icon-button";
import { keepCookie } from "@/lib/browser/cookie";
import type { FirstStepsDto } from "@/lib/channels/dto";
import { FIRST_STEPS_COOKIE } from "./dismissed";
import { StepRow } from "./step-row";
import { stepsOf } from "./steps";

type FirstStepsProps = { userId: string; channelId: string; done: FirstStepsDto };

/** What the owner of a new workspace does first, each with a tick once it is done. Who dismisses it never sees it again. */
export function FirstSteps({ userId, channelId, done }: FirstStepsProps) {
  const [dismissed, setDismissed] = useState(false);
  const steps = stepsOf(done, channelId);
  const count = steps.filter((step) => step.done).length;
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
        <h2 id="first-steps" className="font-semibold text-sm">
          First steps
        </h2>
        <p className="ms-auto text-text-muted text-xs tabular-nums">
          {count} of {steps.length} done
        </p>
        <IconButton label="Dismiss first steps" icon={<X />} onClick={dismiss} />
      </header>
      <ul className="p-1.5">
        {steps.map((step) => (
          <StepRow key={step.label} step={step} />
        ))}
      </ul>
    </section>
  );
}
