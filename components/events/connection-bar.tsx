"use client";

import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { connection, useConnectionStatus } from "@/lib/browser/events";

// Reconnects shorter than this aren't worth showing.
const PATIENCE_MS = 1_000;

/** A thin bar shown while the connection is lost or was taken over by other pages. */
export function ConnectionBar() {
  const status = useConnectionStatus();
  const lost = status === "reconnecting";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) return;
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [lost]);
  const isDisplaced = status === "displaced";
  if (!isDisplaced && !shown) return null;
  return (
    <Banner
      tone="warning"
      shape="bar"
      action={
        <Button variant="ghost" size="small" onClick={connection.retryNow}>
          {isDisplaced ? "Continue here" : "Try now"}
        </Button>
      }
    >
      {isDisplaced
        ? "Parley is open in too many tabs or devices, so this page isn't updating."
        : "Reconnecting… Your messages will be sent when you're back online."}
    </Banner>
  );
}
