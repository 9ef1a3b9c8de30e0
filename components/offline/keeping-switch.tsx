"use client";

import { useSyncExternalStore } from "react";
import { Switch } from "@/components/ui/switch";
import { keepingEnabled } from "@/lib/browser/kept/enabled";
import { wipeKept } from "@/lib/browser/kept/wipe";

/** Whether this device keeps what is read on it. Switched off, it forgets that at once. */
export function KeepingSwitch() {
  const keeps = useSyncExternalStore(keepingEnabled.subscribe, keepingEnabled.get, () => true);
  return (
    <Switch
      label="Keep what I read on this device"
      hint="The last messages of the 20 channels that you read last can be read without a network, and what you write waits until it is back. Switched off, all of it is removed from this device, and so it is when you sign out."
      checked={keeps}
      onCheckedChange={(next) => {
        keepingEnabled.set(next);
        // The page itself may not have begun to keep anything.
        if (!next) void wipeKept();
      }}
    />
  );
}
