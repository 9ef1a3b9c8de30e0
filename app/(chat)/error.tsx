"use client";

import { PageHeader } from "@/components/frame/page-header";
import { Button } from "@/components/ui/button";

/** A page that failed inside the frame, which stays. Every page fetches it beforehand, so it is plain. */
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
