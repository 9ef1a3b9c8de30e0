"use client";

import { TriangleAlert } from "lucide-react";
import { PageHeader } from "@/components/frame/page-header";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** A page that failed inside the frame, which stays. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <>
      <PageHeader title="Something went wrong" />
      <EmptyState
        icon={<TriangleAlert />}
        title="This page could not be shown"
        action={
          <Button variant="primary" onClick={reset}>
            Try again
          </Button>
        }
      >
        Try again in a moment
        {error.digest ? `; if it stays, tell whoever runs this server the number ${error.digest}.` : "."}
      </EmptyState>
    </>
  );
}
