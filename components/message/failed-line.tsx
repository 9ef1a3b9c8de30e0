import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Says that a message wasn't sent, and why when that isn't the connection. It is kept until somebody decides. */
export function FailedLine({ reason, onRetry, onDiscard }: FailedLineProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-1 text-danger text-sm">
      <span className="flex min-w-0 gap-1.5">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">Not sent.{reason && ` ${reason}`}</span>
      </span>
      <Button variant="ghost" size="small" className="text-text" onClick={onRetry}>
        Retry
      </Button>
      <Button variant="ghost" size="small" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}

type FailedLineProps = {
  reason: string | undefined;
  onRetry: (() => void) | undefined;
  onDiscard: (() => void) | undefined;
};
