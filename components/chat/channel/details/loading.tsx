import { Button } from "@/components/ui/controls/button";
import { Skeleton } from "@/components/ui/display/skeleton";

/** Placeholder rows for a list that is loading. */
export function RowsSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4 p-4">
      {["w-3/4", "w-1/2", "w-2/3"].map((width) => (
        <div key={width} className="flex items-center gap-3">
          <Skeleton className="size-9 shrink-0" />
          <Skeleton className={`h-3 ${width}`} />
        </div>
      ))}
    </div>
  );
}

/** An error with a retry button, for a list that couldn't be loaded. */
export function NotLoaded({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-sm">
      Couldn't load {what}. Check your connection.
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
