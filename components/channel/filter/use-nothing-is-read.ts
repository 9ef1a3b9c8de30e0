"use client";

import { useEffect } from "react";
import { toast } from "@/components/ui/toaster";
import { readDeed } from "@/components/unread/read-shortcuts";

/** While a filter hides messages, the key that marks all channels as read does nothing but say so. */
export function useNothingIsRead(filtered: boolean): void {
  useEffect(() => {
    if (!filtered) return;
    const pressed = (event: KeyboardEvent) => {
      if (readDeed(event) !== "all" || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat)
        toast("Nothing was marked as read, because a filter hides messages", { id: "nothing-is-read" });
    };
    // Before those who hear the key, and leave alone what has been taken.
    window.addEventListener("keydown", pressed, { capture: true });
    return () => window.removeEventListener("keydown", pressed, { capture: true });
  }, [filtered]);
}
