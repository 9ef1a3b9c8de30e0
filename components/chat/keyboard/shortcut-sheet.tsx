"use client";

import { isDialogOpen, isSheetKey, takesText, useKey } from "@/components/chat/keyboard/keys";
import { DeferredDialog, openPanel } from "@/components/frame/panels";
import { deferred } from "@/components/ui/deferred/deferred";

const dialog = deferred(async () => (await import("./shortcut-list")).ShortcutDialog);

/** The dialog with all shortcuts, which opens on a question mark outside text fields. */
export function ShortcutSheet() {
  useKey((event) => {
    if (!isSheetKey(event) || takesText(event.target) || isDialogOpen()) return false;
    openPanel("shortcuts");
    return true;
  });
  return <DeferredDialog dialog={dialog} panel="shortcuts" given={{}} />;
}
