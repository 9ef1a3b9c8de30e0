"use client";

import { PageHeader } from "@/components/frame/page-header";
import { Button } from "@/components/ui/button";

/** The error page inside the frame. Every page preloads it, so it is small. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <>
      <PageHeader title="Something went wrong" />
      <div className="mx-auto flex max-w-sm flex-col items-center gap-4 px-6 py-12 text-center">
        <p className="text-balance text-sm text-text-muted">
          This page couldn't be loaded. Try again in a moment.
          {error.digest && ` If it keeps happening, give your admin this error code: ${error.digest}`}
        </p>
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
      </div>
    </>
  );
}
