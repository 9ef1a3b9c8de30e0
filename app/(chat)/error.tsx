"use client";

import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { paths } from "@/lib/text/paths";

/** The error page inside the frame. Every page preloads it, so it is small. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="m-auto flex max-w-sm flex-col items-center gap-4 px-6 py-12 text-center">
      <h1 className="font-semibold text-lg">Something went wrong</h1>
      <p className="text-balance text-sm text-text-muted">
        This page couldn't be loaded. Try again in a moment.
        {error.digest && ` If it keeps happening, give your admin this error code: ${error.digest}`}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
        <a href={paths.browse} className={buttonStyle("secondary")}>
          Browse channels
        </a>
      </div>
    </div>
  );
}
