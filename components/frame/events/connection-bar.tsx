"use client";

import { Button } from "@/components/ui/controls/button";
import { Bar } from "@/components/ui/display/bar";
import { connection, useConnectionStatus, useFullDisk, useLost } from "@/lib/browser/events";

/** A thin bar shown while the connection is lost or was taken over by other pages, or the server's disk is full. */
export function ConnectionBar() {
  const lost = useLost();
  const isDisplaced = useConnectionStatus() === "displaced";
  const full = useFullDisk();
  if (!isDisplaced && !lost) return full ? <Bar>{full}</Bar> : null;
  return (
    <Bar
      action={
        <Button variant="ghost" size="small" onClick={connection.retryNow}>
          {isDisplaced ? "Continue here" : "Try now"}
        </Button>
      }
    >
      {isDisplaced
        ? "Parley is open in too many tabs or devices, so this page isn't updating."
        : "You're offline. Messages you write now are sent when you're back online."}
    </Bar>
  );
}
