"use client";

import { useState } from "react";
import { usePanel } from "@/components/frame/panels";
import { isDialogOpen, isSheetKey, takesText, useKey } from "@/components/keyboard/keys";
import { afterDialog } from "@/components/ui/after-dialog";
import { Dialog } from "@/components/ui/dialog";
import { late } from "@/components/ui/late";
import { useReturnFocus } from "@/components/ui/use-return-focus";

const list = late(() => import("./shortcut-list"));

/** The dialog with all shortcuts, which opens on a question mark outside text fields. */
export function ShortcutSheet() {
  const [open, setOpen] = useState(false);
  const ShortcutList = list.use()?.ShortcutList;
  const focus = useReturnFocus();

  function change(next: boolean): void {
    if (next) focus.remember();
    else afterDialog(focus.giveBack);
    setOpen(next);
  }

  usePanel("shortcuts", () => change(true));
  useKey((event) => {
    if (!isSheetKey(event) || takesText(event.target) || isDialogOpen()) return false;
    change(true);
    return true;
  });

  return (
    <Dialog load={list.load} open={open} onOpenChange={change} title="Keyboard shortcuts">
      {ShortcutList ? <ShortcutList /> : null}
    </Dialog>
  );
}
