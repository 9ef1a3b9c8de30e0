import { Check, ChevronRight } from "lucide-react";
import Link from "next/link";
import type { FirstStepsDto } from "@/lib/channels/dto";
import { Dismissible, StepButton } from "./dismissible";
import { type Step, stepsOf } from "./steps";

type FirstStepsProps = { userId: string; channelId: string; done: FirstStepsDto };

/** A checklist for the owner of a new workspace. Dismissing it hides it for good. */
export function FirstSteps({ userId, channelId, done }: FirstStepsProps) {
  const steps = stepsOf(done, channelId);
  const count = steps.filter((step) => step.done).length;
  return (
    <Dismissible
      userId={userId}
      heading={
        <>
          <h2 id="first-steps" className="font-semibold text-sm">
            First steps
          </h2>
          <p className="ms-auto text-text-muted text-xs tabular-nums">
            {count} of {steps.length} done
          </p>
        </>
      }
    >
      <ul className="p-1.5">
        {steps.map((step) => (
          <StepRow key={step.label} step={step} />
        ))}
      </ul>
    </Dismissible>
  );
}

const style =
  "flex target-y w-full items-center gap-3 rounded-md px-2.5 py-2 text-start transition-colors hover:bg-surface-hover";

/** A step: done ones are ticked, the others link to where to do them. */
function StepRow({ step }: { step: Step }) {
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
