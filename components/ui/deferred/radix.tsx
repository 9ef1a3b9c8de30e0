"use client";

import { clsx } from "clsx";
import { DropdownMenu, Popover, Tooltip } from "radix-ui";
import type { ReactNode } from "react";
import { dialogContent } from "@/components/ui/hooks/after-dialog";
import { DeferredTrigger } from "./deferred-trigger";
import { FocusFirst, menuStyle } from "./menu-parts";

// One chunk: they share most of their code, and a menu often opens a dialog.
export { AlertDialog, Dialog, DropdownMenu, Popover, Tooltip } from "radix-ui";
export { focusContent } from "@/components/ui/hooks/focus-content";

type PanelProps = {
  /** The button on the page that opens it. */
  button: HTMLElement | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  className: string | undefined;
  children: ReactNode;
};

type MenuPanelProps = PanelProps & {
  labelledBy: string;
  /** Whether it was opened by keyboard. */
  byKey: boolean;
  align: "start" | "center" | "end";
  side: "top" | "bottom";
};

/** What a menu opens. */
export function MenuPanel({ button, labelledBy, open, onOpenChange, byKey, className, ...panel }: MenuPanelProps) {
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <DeferredTrigger as={DropdownMenu.Trigger} button={button} />
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          {...dialogContent}
          aria-labelledby={labelledBy}
          align={panel.align}
          side={panel.side}
          sideOffset={4}
          collisionPadding={8}
          className={clsx(menuStyle, className ?? "min-w-48 max-w-80")}
        >
          {byKey && <FocusFirst />}
          {panel.children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type PopoverPanelProps = PanelProps & { label: string; focusAfter: (() => HTMLElement | null) | undefined };

/** What a popover opens. */
export function PopoverPanel({ button, label, open, onOpenChange, focusAfter, ...panel }: PopoverPanelProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <DeferredTrigger as={Popover.Trigger} button={button} />
      <Popover.Portal>
        <Popover.Content
          ref={dialogContent.ref}
          onCloseAutoFocus={(event) => {
            dialogContent.onCloseAutoFocus(event);
            // After a press elsewhere, the focus stays there.
            const isHere = document.activeElement === document.body || event.target === document.activeElement;
            const next = event.defaultPrevented || !isHere ? null : focusAfter?.();
            if (!next) return;
            event.preventDefault();
            next.focus({ preventScroll: true });
          }}
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          // Not over the sidebar.
          collisionBoundary={button?.closest("main") ?? []}
          className={clsx(
            "z-40 flex max-h-(--radix-popover-content-available-height) animate-appear flex-col rounded-xl bg-surface-raised text-text shadow-float outline-none",
            panel.className,
          )}
        >
          {panel.children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type TooltipPanelProps = {
  button: HTMLElement | null;
  side: "top" | "right" | "bottom" | "left";
  onClose: () => void;
  children: string;
};

/** What a tooltip shows. */
export function TooltipPanel({ button, side, onClose, children }: TooltipPanelProps) {
  return (
    <Tooltip.Provider>
      <Tooltip.Root open onOpenChange={(open) => !open && onClose()}>
        <DeferredTrigger as={Tooltip.Trigger} button={button} />
        <Tooltip.Portal>
          <Tooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-appear rounded-md bg-text px-2 py-1 font-medium text-surface text-xs"
          >
            {children}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
