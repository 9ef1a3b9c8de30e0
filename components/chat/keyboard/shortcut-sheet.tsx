"use client";

import { isDialogOpen, isSheetKey, takesText, useKey } from "@/components/chat/keyboard/keys";
import { LateDialog, openPanel } from "@/components/frame/panels";
import { late } from "@/components/ui/deferred/deferred";

const dialog = late(async () => (await import("./shortcut-list")).ShortcutDialog);

/** The dialog with all shortcuts, which opens on a question mark outside text fields. */
export function ShortcutSheet() {
  useKey((event) => {
    if (!isSheetKey(event) || takesText(event.target) || isDialogOpen()) return false;
    openPanel("shortcuts");
    return true;
  });
  return <LateDialog dialog={dialog} panel="shortcuts" given={{}} />;
}
