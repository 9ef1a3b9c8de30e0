"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { deferredUntil } from "@/components/ui/deferred/deferred";
import type { PickerState, ToolbarProps } from "./toolbar";

// Before the first message is hovered or focused, so that Tab finds the buttons there.
const toolbar = deferredUntil(["pointermove", "keydown"], () => import("./toolbar"));

type MessageToolbarProps = ToolbarProps & {
  /** Whether the message is hovered or contains the focus. */
  active: boolean;
  activate: () => void;
  /** Opens the sheet that has the actions on touch screens. */
  onSheet: () => void;
};

/** A message's toolbar while it's active or its picker is open; otherwise a hidden button that shows it. */
export function MessageToolbar({ active, activate, onSheet, ...props }: MessageToolbarProps) {
  const Toolbar = toolbar.use()?.Toolbar;
  const shown = active || props.picker.open;
  useEffect(() => {
    if (shown) void toolbar.load();
  }, [shown]);
  return shown && Toolbar ? (
    <Toolbar {...props} />
  ) : (
    <ShowActions article={props.article} onToolbar={activate} onSheet={onSheet} />
  );
}

/**
 * For screen reader users without pointer or focus: renders the toolbar and moves the focus there. On touch screens,
 * opens the sheet, like a long press.
 */
function ShowActions({ article, onToolbar, onSheet }: ShowActionsProps) {
  const show = async () => {
    if (window.matchMedia("(hover: none)").matches) return onSheet();
    await toolbar.load();
    flushSync(onToolbar);
    article.current?.querySelector<HTMLElement>("[data-toolbar] button:not([tabindex])")?.focus();
  };
  return (
    // Without text that would have to be clipped, for every message in every frame.
    <button
      type="button"
      tabIndex={-1}
      aria-label="Message actions"
      className="absolute size-px"
      onClick={() => void show()}
    />
  );
}

type ShowActionsProps = { article: RefObject<HTMLElement | null>; onToolbar: () => void; onSheet: () => void };

/** Provides the toolbar's emoji picker. One that the message opened, by a key or its menu, gives it the focus back. */
export function usePicker(article: RefObject<HTMLElement | null>): { state: PickerState; openByMessage: () => void } {
  const [open, setOpen] = useState(false);
  const byMessage = useRef(false);
  return {
    state: {
      open,
      onOpenChange: (opens) => {
        if (opens) byMessage.current = false;
        setOpen(opens);
      },
      focusAfter: () => (byMessage.current ? article.current : null),
    },
    openByMessage: () => {
      byMessage.current = true;
      setOpen(true);
    },
  };
}
