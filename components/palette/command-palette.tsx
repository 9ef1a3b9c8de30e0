"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { hasMarkedText, isDialogOpen, isMac, isPaletteKey, useKey } from "@/components/chat/keyboard/keys";
import { usePanel } from "@/components/frame/panels";
import { deferred } from "@/components/ui/deferred/deferred";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { useReturnFocus } from "@/components/ui/hooks/use-return-focus";
import { loadLater } from "@/components/ui/hooks/when-idle";
import { Search } from "@/components/ui/icons/icons";
import { Backdrop } from "@/components/ui/overlays/backdrop";
import type { WorkspaceRole } from "@/lib/people/dto";
import { palettePanel, palettePlaceholder, paletteRow } from "./palette-style";

const dialog = deferred(() => import("./palette-dialog"));

/**
 * Opens any channel or page and runs any action by typing part of its name. Most of its code is loaded later, at the
 * latest when it is first opened; what is typed until then is kept.
 */
export function CommandPalette({ role }: { role: WorkspaceRole }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [entered, setEntered] = useState(false);
  const focus = useReturnFocus();
  const PaletteDialog = dialog.use()?.PaletteDialog;

  function show(): void {
    focus.remember();
    setOpen(true);
    void dialog.load();
  }

  function close(): void {
    afterDialog(focus.giveBack);
    setOpen(false);
    setTyped("");
    setEntered(false);
  }

  useEffect(() => loadLater(dialog.load), []);
  usePanel("palette", show);
  useKey((event) => {
    if (!isPaletteKey(event, isMac()) || (!open && (isDialogOpen() || hasMarkedText(event.target)))) return false;
    if (open) close();
    else show();
    return true;
  });

  if (PaletteDialog) {
    return <PaletteDialog open={open} onClose={close} role={role} typed={typed} entered={entered} />;
  }
  return open && <EarlyPalette typed={typed} onType={setTyped} onEnter={setEntered} onClose={close} />;
}

/** A lookalike of the palette that takes keystrokes while the palette loads. */
function EarlyPalette({ typed, onType, onEnter, onClose }: EarlyPaletteProps) {
  const focused = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    // There is nothing to select yet; the loaded palette chooses what matches.
    onEnter(event.key === "Enter");
    if (event.key === "Escape" || event.key === "Tab" || event.key === "Enter") event.preventDefault();
  };
  return (
    <>
      <Backdrop />
      <div role="dialog" aria-label="Search" aria-busy="true" className={palettePanel}>
        <div className={paletteRow}>
          <Search aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
          <input
            ref={(field) => {
              if (!focused.current) field?.focus();
              focused.current = true;
            }}
            type="text"
            aria-label="Search"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            placeholder={palettePlaceholder}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
          />
        </div>
      </div>
    </>
  );
}

type EarlyPaletteProps = {
  typed: string;
  onType: (typed: string) => void;
  /** Called after each key with whether it was Enter. */
  onEnter: (entered: boolean) => void;
  onClose: () => void;
};
