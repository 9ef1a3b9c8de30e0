"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { signOutHere } from "./sign-out";

/** Signs out, where there is no account menu to do it. */
export function SignOutButton() {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="small"
      busy={busy}
      onClick={() => {
        setBusy(true);
        void signOutHere().catch(() => setBusy(false));
      }}
    >
      Sign out
    </Button>
  );
}
