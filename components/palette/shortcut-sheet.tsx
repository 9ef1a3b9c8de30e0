"use client";

import { useState } from "react";
import { afterDialog } from "@/components/ui/after-dialog";
import { Dialog } from "@/components/ui/dialog";
import { KeyCaps } from "./key-caps";
import { isSheetKey, takesText } from "./keys";
import { usePanel } from "./panels";
import { type Shortcut, shortcutGroups } from "./shortcuts";
import { isDialogOpen, useKey } from "./use-key";
import { useReturnFocus } from "./use-return-focus";

/** The list of all shortcuts. It opens on a question mark that isn't being written into something. */
export function ShortcutSheet() {
  const [open, setOpen] = useState(false);
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
    <Dialog open={open} onOpenChange={change} title="Keyboard shortcuts">
      <section
        aria-label="Shortcuts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the screen must be scrolled by keyboard.
        tabIndex={0}
        className="flex flex-col gap-6 rounded-md focus-visible:outline-offset-6"
      >
        {shortcutGroups.map((group) => (
          <Group key={group.where} {...group} />
        ))}
      </section>
    </Dialog>
  );
}

function Group({ where, shortcuts }: { where: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section aria-label={where}>
      <h3 className="pb-1 font-medium text-sm text-text-muted">{where}</h3>
      <dl className="divide-y">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2 text-sm">
            <dt>{does}</dt>
            <dd className="shrink-0">
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
