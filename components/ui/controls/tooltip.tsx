"use client";

import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { loadRadix, useOpener, useRadix } from "@/components/ui/deferred/deferred-radix";
import { Slot } from "@/components/ui/deferred/slot";
import { isReturning } from "@/components/ui/hooks/after-dialog";

const AFTER_MS = 400;
const RESTED_MS = 500;
// Moving from one button to the next within this time shows the next tooltip without delay.
const NEXT_WITHIN_MS = 200;
let lastShownAt = Number.NEGATIVE_INFINITY;

/**
 * Shows a short text beside its child on hover, on keyboard focus and while a finger rests on it. Shows none if the child
 * already says so in words. The child needs its own accessible name.
 */
export function Tooltip({ text, side = "top", children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const [ref, button] = useOpener(open);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const TooltipPanel = useRadix()?.TooltipPanel;
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (after: number) => {
    void loadRadix();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts.
      if (ref.current?.innerText.trim() !== text && ref.current?.ariaExpanded !== "true") setOpen(true);
    }, after);
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (open) lastShownAt = performance.now();
    setOpen(false);
  };
  const onPointerEnter = (event: PointerEvent) => {
    if (event.pointerType !== "touch") show(performance.now() - lastShownAt < NEXT_WITHIN_MS ? 0 : AFTER_MS);
  };
  const onPointerDown = (event: PointerEvent) => {
    hide();
    if (event.pointerType === "touch") show(RESTED_MS);
  };
  // After a click the button isn't `:focus-visible`, so no tooltip appears.
  const onFocus = (event: FocusEvent) => {
    if (!isReturning() && event.currentTarget.matches(":focus-visible")) show(0);
  };
  return (
    <>
      <Slot
        ref={ref}
        onPointerEnter={onPointerEnter}
        // Leaving the button only cancels the delay: an open tooltip stays, so that the pointer can move onto it.
        onPointerLeave={() => clearTimeout(timer.current)}
        onPointerDown={onPointerDown}
        onPointerUp={() => clearTimeout(timer.current)}
        onPointerCancel={() => clearTimeout(timer.current)}
        onClick={hide}
        onFocus={onFocus}
        onBlur={hide}
      >
        {children}
      </Slot>
      {TooltipPanel && open && (
        <TooltipPanel button={button} side={side} onClose={hide}>
          {text}
        </TooltipPanel>
      )}
    </>
  );
}

type TooltipProps = { text: string; side?: "top" | "right" | "bottom" | "left"; children: ReactNode };
