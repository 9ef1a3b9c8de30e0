import { Check, ChevronRight } from "lucide-react";
import Link from "next/link";
import { StepButton } from "./step-button";
import type { Step } from "./steps";

const style =
  "flex target-y w-full items-center gap-3 rounded-md px-2.5 py-2 text-start transition-colors hover:bg-surface-hover";

/** One step: done ones are ticked, the others lead to where they are done. */
export function StepRow({ step }: { step: Step }) {
  const { where } = step;
  if (step.done) {
    return (
      <li className="flex items-center gap-3 px-2.5 py-2">
        <StepText step={step} />
      </li>
    );
  }
  return (
    <li>
      {where.kind === "page" ? (
        <Link href={where.href} className={style}>
          <StepText step={step} />
        </Link>
      ) : (
        <StepButton panel={where.kind === "panel" ? where.panel : null} className={style}>
          <StepText step={step} />
        </StepButton>
      )}
    </li>
  );
}

function StepText({ step: { label, hint, done } }: { step: Step }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={
          done
            ? "flex size-5 shrink-0 items-center justify-center rounded-full bg-success text-surface"
            : "size-5 shrink-0 rounded-full border-2 border-border-strong"
        }
      >
        {done && <Check className="size-3.5" strokeWidth={3} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className={done ? "block text-sm text-text-muted line-through" : "block font-medium text-sm"}>
          {label}
          {done && <span className="sr-only">, done</span>}
        </span>
        {!done && <span className="block text-sm text-text-muted">{hint}</span>}
      </span>
      {!done && <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-text-muted" />}
    </>
  );
}
