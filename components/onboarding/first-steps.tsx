import type { FirstStepsDto } from "@/lib/channels/dto";
import { Dismissible } from "./dismissible";
import { StepRow } from "./step-row";
import { stepsOf } from "./steps";

type FirstStepsProps = { userId: string; channelId: string; done: FirstStepsDto };

/** What the owner of a new workspace does first, each with a tick once it is done. Who dismisses it never sees it again. */
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
