import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Says that a message wasn't sent. Its text is kept until somebody decides. */
export function FailedLine({ onRetry, onDiscard }: FailedLineProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-1 text-danger text-sm">
      <CircleAlert aria-hidden="true" className="me-0.5 size-4" />
      Not sent.
      <Button variant="ghost" size="small" className="text-text" onClick={onRetry}>
        Retry
      </Button>
      <Button variant="ghost" size="small" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}

type FailedLineProps = { onRetry: (() => void) | undefined; onDiscard: (() => void) | undefined };
