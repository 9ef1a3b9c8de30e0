"use client";

import { deferred } from "@/components/ui/deferred/deferred";
import { isDialogOpen, useKey } from "./keys";

const regions = deferred(() => import("./regions"));

/** Moves the focus to the next region of the page on F6, and to the previous one on Shift+F6. Renders nothing. */
export function RegionKeys() {
  useKey(({ key, shiftKey, ctrlKey, altKey, metaKey }) => {
    if (key !== "F6" || ctrlKey || altKey || metaKey || isDialogOpen()) return false;
    void regions.load().then((loaded) => loaded?.goToRegion(shiftKey ? -1 : 1));
    return true;
  });
  return null;
}
