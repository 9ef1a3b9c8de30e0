import { Button } from "@/components/ui/controls/button";
import { Clock } from "@/components/ui/icons/icons";

type QueuedLineProps = {
  /** Whether this device has stored the message, so that it's sent even if the page is closed. */
  kept: boolean;
  /** Sends it now; undefined if it's retried automatically. */
  onRetry?: (() => void) | undefined;
  onDiscard: (() => void) | undefined;
};

/** Says that a message waits, such as for a connection, and will then be sent. The bar above the page says what it waits for. */
export function QueuedLine({ kept, onRetry, onDiscard }: QueuedLineProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-1 text-sm text-text-muted">
      <span className="flex min-w-0 gap-1.5">
        <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          Waiting to be sent.
          {/* Storing it takes a moment, in which this must not appear. */}
          {!kept && <span className="animate-late"> Keep this page open until then.</span>}
        </span>
      </span>
      {onRetry && (
        <Button variant="ghost" size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
      <Button variant="ghost" size="small" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
