"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { dialogContent } from "./after-dialog";

const itemStyle =
  "flex target-y cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[disabled]:opacity-55 data-[highlighted]:bg-surface-hover [&_svg]:size-4 [&_svg]:shrink-0";

/** A menu that opens from its trigger, which must be a button with a name. */
export function Menu({ trigger, align = "end", side = "bottom", children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...dialogContent}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 max-w-80 animate-appear rounded-xl bg-surface-raised p-1.5 text-text shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** One thing to do. */
export function MenuItem({ icon, tone = "neutral", disabled, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      className={clsx(itemStyle, tone === "danger" ? "text-danger" : "[&_svg]:text-text-muted")}
      disabled={disabled ?? false}
      {...(onSelect ? { onSelect } : {})}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

/** One place to go to. */
export function MenuLink({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Radix.Item asChild className={clsx(itemStyle, "[&_svg]:text-text-muted")}>
      <Link href={href}>
        {icon}
        {children}
      </Link>
    </Radix.Item>
  );
}

/** A hairline between groups of items. */
export function MenuSeparator() {
  return <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-border" />;
}

/** A quiet heading over a group of items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="truncate px-2.5 py-1.5 text-text-muted text-xs">{children}</Radix.Label>;
}

type MenuProps = {
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  children: ReactNode;
};
type MenuItemProps = {
  icon?: ReactNode;
  tone?: "neutral" | "danger";
  disabled?: boolean;
  onSelect?: (event: Event) => void;
  children: ReactNode;
};
