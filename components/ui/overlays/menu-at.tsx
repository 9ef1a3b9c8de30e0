"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useRadix, useRadixFor } from "@/components/ui/deferred/deferred-radix";
import { DeferredTrigger } from "@/components/ui/deferred/deferred-trigger";
import { FocusFirst, itemStyle, menuStyle } from "@/components/ui/deferred/menu-parts";
import { focusAfter } from "@/components/ui/hooks/focus-after";
import { Check, ChevronRight } from "@/components/ui/icons/icons";

/** Where a menu opens. */
export type MenuPosition = {
  x: number;
  y: number;
  /** The menu's own button, if it has one. */
  button?: HTMLElement | null;
  /** Whether to focus the first item. */
  byKey?: boolean;
};

/** A menu at a point of the screen, open while it is rendered: what a right-click or a long press opens. */
export function MenuAt({ at, label, load, focusAfter: next, onClose, children }: MenuAtProps) {
  const { x, y, button = null, byKey = false } = at;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const Radix = useRadixFor(true, load)?.DropdownMenu;
  useEffect(() => {
    button?.setAttribute("aria-expanded", "true");
    return () => button?.removeAttribute("aria-expanded");
  }, [button]);
  return createPortal(
    <>
      <span ref={setAnchor} className="fixed" style={{ left: x, top: y }} />
      {Radix && anchor && (
        <Radix.Root modal={false} open={children !== null} onOpenChange={(open) => !open && onClose()}>
          <DeferredTrigger as={Radix.Trigger} button={anchor} />
          <Radix.Portal>
            <Radix.Content
              {...focusAfter(next)}
              aria-label={label}
              aria-labelledby={undefined}
              align="start"
              sideOffset={2}
              collisionPadding={8}
              // Its button closes it, and would open it again otherwise.
              onInteractOutside={(event) => {
                const { target } = event;
                if (target instanceof Element && button?.contains(target)) event.preventDefault();
              }}
              className={clsx(menuStyle, "min-w-56 max-w-80")}
            >
              {byKey && <FocusFirst />}
              {children}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </>,
    document.body,
  );
}

/** An item that opens a menu of its own. */
export function SubMenu({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  const Radix = useRadix()?.DropdownMenu;
  if (!Radix) return null;
  return (
    <Radix.Sub>
      <Radix.SubTrigger className={clsx(itemStyle, "[&_svg]:text-text-muted")}>
        {icon}
        <span className="flex-1">{label}</span>
        <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent alignOffset={-6} collisionPadding={8} className={clsx(menuStyle, "min-w-44 max-w-72")}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

/** One of several items of which one is chosen. */
export function MenuChoices({ label, value, choices, onChoose }: MenuChoicesProps) {
  const Radix = useRadix()?.DropdownMenu;
  if (!Radix) return null;
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onChoose}>
      {choices.map((choice) => (
        <Radix.RadioItem key={choice.value} value={choice.value} className={itemStyle}>
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
          <span className="flex size-4 shrink-0 text-accent">
            <Radix.ItemIndicator>
              <Check aria-hidden="true" />
            </Radix.ItemIndicator>
          </span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

type MenuAtProps = {
  at: MenuPosition;
  /** The menu's accessible name. */
  label: string;
  load?: () => Promise<unknown>;
  /** Returns what to focus after closing, unless something that an item opened has the focus. */
  focusAfter: () => HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
};
type MenuChoicesProps = {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};
