"use client";

import { useLayoutEffect, useRef } from "react";

/** The box of a menu. */
export const menuStyle =
  "z-50 max-h-(--radix-dropdown-menu-content-available-height) animate-appear overflow-y-auto rounded-xl bg-surface-raised p-1.5 text-text shadow-float";
/** The look of a menu's items. */
export const itemStyle =
  "flex target-y cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[disabled]:opacity-55 data-[highlighted]:bg-surface-hover [&_svg]:size-4 [&_svg]:shrink-0";

/** Focuses the first item of the menu that it's in, for menus opened by keyboard. */
export function FocusFirst() {
  const here = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    here.current?.parentElement?.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
  }, []);
  return <span ref={here} hidden />;
}
