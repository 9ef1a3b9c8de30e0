"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/controls/link";
import { useRadix } from "@/components/ui/deferred/deferred-radix";
import { itemStyle } from "@/components/ui/deferred/menu-parts";

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
