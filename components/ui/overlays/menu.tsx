"use client";

import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from "react";
import { loadRadix, nearing, useOpener, useRadix } from "@/components/ui/deferred/deferred-radix";
import { Slot } from "@/components/ui/deferred/slot";

/** A menu. Its trigger must be a button with a name. Its code loads when the pointer or focus comes near. */
export function Menu({ trigger, align = "end", side = "bottom", load, onOpen, className, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [ref, button] = useOpener(open);
  const byKey = useRef(false);
  const id = useId();
  const MenuPanel = useRadix()?.MenuPanel;
  const change = (next: boolean, key = false) => {
    byKey.current = key;
    setOpen(next);
    if (!next) return;
    void loadRadix();
    void load?.();
    onOpen?.();
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // Pressing would focus the button; the focus should go straight into the menu.
    if (!open) event.preventDefault();
    change(!open);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const opens = event.key === "ArrowDown" || ((event.key === "Enter" || event.key === " ") && !open);
    if (!opens && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    change(opens, true);
  };
  return (
    <>
      <Slot
        {...nearing(load)}
        ref={ref}
        id={id}
        aria-haspopup="menu"
        aria-expanded={open}
        data-state={open ? "open" : "closed"}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      >
        {trigger}
      </Slot>
      {MenuPanel && button && (
        <MenuPanel
          button={button}
          labelledBy={id}
          open={open && children !== null}
          onOpenChange={change}
          byKey={byKey.current}
          align={align}
          side={side}
          className={className}
        >
          {children}
        </MenuPanel>
      )}
    </>
  );
}

type MenuProps = {
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  /** Loads the items, which are null until then. The menu opens once they are there. */
  load?: () => Promise<unknown>;
  onOpen?: () => void;
  /** Its size, in place of the usual minimum and maximum. */
  className?: string;
  children: ReactNode;
};
