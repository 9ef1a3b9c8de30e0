"use client";

import { useSyncExternalStore } from "react";
import { Switch } from "@/components/ui/controls/switch";
import { keepingEnabled } from "@/lib/browser/kept/enabled";
import { wipeKept } from "@/lib/browser/kept/wipe";

/** Turns the local copy of messages on this device on or off. Turning it off deletes it immediately. */
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
