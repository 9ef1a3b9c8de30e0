"use client";

import { useSyncExternalStore } from "react";
import { Switch } from "@/components/ui/switch";
import { keepingEnabled } from "@/lib/browser/kept/enabled";
import { wipeKept } from "@/lib/browser/kept/wipe";

/** Whether this device keeps a local copy of messages. Turning it off deletes that at once. */
export function KeepingSwitch() {
  const keeps = useSyncExternalStore(keepingEnabled.subscribe, keepingEnabled.get, () => true);
  return (
    <Switch
      label="Keep recent messages on this device"
      hint="Read your 20 most recent channels and write messages while offline. Turning this off or signing out deletes the local copy."
      checked={keeps}
      onCheckedChange={(next) => {
        keepingEnabled.set(next);
        // This page may not have saved anything yet.
        if (!next) void wipeKept();
      }}
    />
  );
}
