"use client";

import { useEffect } from "react";

/** Deletes what earlier sessions stored on this device, because no one is signed in. Renders nothing. */
export function ForgetKept() {
  useEffect(() => {
    void import("@/lib/browser/kept/wipe").then(({ wipeDevice }) => wipeDevice()).catch(() => undefined);
  }, []);
  return null;
}
