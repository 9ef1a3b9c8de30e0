"use client";

import { useEffect } from "react";

/** Where nobody is signed in, nothing stays on the device of what somebody read there. Renders nothing. */
export function ForgetKept() {
  useEffect(() => {
    void import("@/lib/browser/kept/wipe").then(({ wipeDevice }) => wipeDevice()).catch(() => undefined);
  }, []);
  return null;
}
