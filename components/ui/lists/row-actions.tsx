"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, type Ref, type ToggleEvent, useId, useRef } from "react";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { Ellipsis } from "@/components/ui/icons/icons";

type RowActionsProps = {
  /** The accessible name of the button and of its panel. */
  label: string;
  /** The button, for dialogs that return the focus to it. */
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
};

const GAP = 4;

/**
 * A button and the panel with a row's less common actions. The panel stays inside the row, so that its buttons belong to
 * the row for screen readers too. It is the browser's own popover: Escape, or a press elsewhere, closes it and returns
 * the focus.
 */
export function RowActions({ label, ref, children }: RowActionsProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);

  // Positioned by hand, because not all browsers can anchor a popover to its button.
  function place({ newState, currentTarget }: ToggleEvent<HTMLDivElement>): void {
    if (newState !== "open") return;
    const at = currentTarget.parentElement?.getBoundingClientRect();
    if (!at) return;
    const above = at.bottom > window.innerHeight * 0.6;
    currentTarget.style.top = above ? "auto" : `${at.bottom + GAP}px`;
    currentTarget.style.bottom = above ? `${window.innerHeight - at.top + GAP}px` : "auto";
    currentTarget.style.right = `${Math.max(2 * GAP, window.innerWidth - at.right)}px`;
  }

  function onToggle({ newState }: ToggleEvent): void {
    if (newState !== "open") return;
    panel.current?.querySelector<HTMLElement>(ACTION)?.focus();
    // It would stay where it is while its row scrolls away.
    window.addEventListener("scroll", close, { capture: true, once: true });
  }

  function close(): void {
    if (panel.current?.matches(":popover-open")) panel.current.hidePopover();
  }

  return (
    <span className="inline-flex">
      <IconButton {...(ref ? { ref } : {})} label={label} icon={<Ellipsis />} popoverTarget={id} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pressing one of its buttons closes it. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        onToggle={onToggle}
        onClick={close}
        onKeyDown={moveFocus}
        className="inset-auto m-0 max-w-80 min-w-52 flex-col rounded-xl bg-surface-raised p-1.5 text-text shadow-float open:flex"
      >
        {children}
      </div>
    </span>
  );
}

const ACTION = "button, a";

/** The arrow keys move between the actions, as Tab does. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { activeElement } = document;
  const next = event.key === "ArrowDown" && activeElement?.nextElementSibling;
  const previous = event.key === "ArrowUp" && activeElement?.previousElementSibling;
  const action = next || previous;
  if (!(action instanceof HTMLElement)) return;
  event.preventDefault();
  action.focus();
}

const actionStyle =
  "flex target-y w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-start text-sm outline-none hover:bg-surface-hover focus-visible:bg-surface-hover focus-visible:outline-2 focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0";

type RowActionProps = { icon: ReactNode; children: ReactNode };

/** A button in the panel. */
export function RowAction({
  icon,
  tone = "neutral",
  onClick,
  children,
}: RowActionProps & { tone?: "neutral" | "danger"; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={clsx(actionStyle, tone === "danger" ? "text-danger" : "[&_svg]:text-text-muted")}
    >
      {icon}
      {children}
    </button>
  );
}

/** A link in the panel. */
export function RowLink({ icon, href, children }: RowActionProps & { href: string }) {
  return (
    <Link href={href} className={clsx(actionStyle, "[&_svg]:text-text-muted")}>
      {icon}
      {children}
    </Link>
  );
}
