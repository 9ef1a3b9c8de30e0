"use client";

import { clsx } from "clsx";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useRadix } from "./late-radix";
import { Link } from "./link";

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

/** A menu item that does something. `keys` is its shortcut, as printed on the keyboard. */
export function MenuItem({ icon, tone = "neutral", keys, disabled, onSelect, children }: MenuItemProps) {
  const Radix = useRadix()?.DropdownMenu;
  return (
    Radix && (
      <Radix.Item
        className={clsx(itemStyle, tone === "danger" ? "text-danger" : "[&_svg]:text-text-muted")}
        disabled={disabled ?? false}
        aria-keyshortcuts={keys}
        {...(onSelect ? { onSelect } : {})}
      >
        {icon}
        {children}
        {keys && (
          <span aria-hidden="true" className="ms-auto ps-6 font-sans text-text-muted text-xs pointer-coarse:hidden">
            {keys}
          </span>
        )}
      </Radix.Item>
    )
  );
}

/** A menu item that links somewhere. */
export function MenuLink({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  const Radix = useRadix()?.DropdownMenu;
  return (
    Radix && (
      <Radix.Item asChild className={clsx(itemStyle, "[&_svg]:text-text-muted")}>
        <Link href={href}>
          {icon}
          {children}
        </Link>
      </Radix.Item>
    )
  );
}

/** A line between groups of items. */
export function MenuSeparator() {
  const Radix = useRadix()?.DropdownMenu;
  return Radix && <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-border" />;
}

/** A heading above a group of items. */
export function MenuLabel({ id, children }: { id?: string; children: ReactNode }) {
  const Radix = useRadix()?.DropdownMenu;
  return (
    Radix && (
      <Radix.Label
        {...(id === undefined ? {} : { id })}
        className={clsx("px-2.5 py-1.5 text-text-muted text-xs", id === undefined ? "truncate" : "max-w-64")}
      >
        {children}
      </Radix.Label>
    )
  );
}

type MenuItemProps = {
  icon?: ReactNode;
  tone?: "neutral" | "danger";
  keys?: string | undefined;
  disabled?: boolean;
  onSelect?: (event: Event) => void;
  children: ReactNode;
};
