"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { dialogContent } from "./after-dialog";
import { LateTrigger, loadRadix, nearing, useRadix } from "./late-radix";
import { Slot } from "./slot";

/** The box of a menu. */
export const menuStyle =
  "z-50 max-h-(--radix-dropdown-menu-content-available-height) animate-appear overflow-y-auto rounded-xl bg-surface-raised p-1.5 text-text shadow-float";
/** The look of a menu's items. */
export const itemStyle =
  "flex target-y cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[disabled]:opacity-55 data-[highlighted]:bg-surface-hover [&_svg]:size-4 [&_svg]:shrink-0";

/** A menu. Its trigger must be a button with a name. Its code loads when the pointer or focus comes near. */
export function Menu({ trigger, align = "end", side = "bottom", load, onOpen, className, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const byKey = useRef(false);
  const id = useId();
  const Radix = useRadix()?.DropdownMenu;
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
        ref={setButton}
        id={id}
        aria-haspopup="menu"
        aria-expanded={open}
        data-state={open ? "open" : "closed"}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      >
        {trigger}
      </Slot>
      {Radix && button && (
        <Radix.Root modal={false} open={open && children !== null} onOpenChange={(next) => change(next)}>
          <LateTrigger as={Radix.Trigger} button={button} />
          <Radix.Portal>
            <Radix.Content
              {...dialogContent}
              aria-labelledby={id}
              align={align}
              side={side}
              sideOffset={4}
              collisionPadding={8}
              className={clsx(menuStyle, className ?? "min-w-48 max-w-80")}
            >
              {byKey.current && <FocusFirst />}
              {children}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </>
  );
}

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
type MenuItemProps = {
  icon?: ReactNode;
  tone?: "neutral" | "danger";
  keys?: string | undefined;
  disabled?: boolean;
  onSelect?: (event: Event) => void;
  children: ReactNode;
};
