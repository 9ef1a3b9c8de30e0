"use client";

import { type ReactNode, type Ref, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { deferred } from "./deferred";
import { Slot } from "./slot";

const radix = deferred(() => import("./radix"));

/** Loads the primitives of menus, dialogs and tooltips, when the pointer or focus comes near a button that needs them. */
export const loadRadix = radix.load;

/** Returns the primitives, or null until they are loaded. */
export const useRadix = radix.use;

/** Returns props for a button, so that the primitives, and what `load` loads, are ready when it is pressed. */
export function nearing(load?: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const near = () => {
    void loadRadix();
    void load?.();
  };
  return { onPointerEnter: near, onFocus: near };
}

/** Returns the primitives, loaded along with `load` once `open` is true; null until then. */
export function useRadixFor(open: boolean, load?: () => Promise<unknown>) {
  useEffect(() => {
    if (!open) return;
    void loadRadix();
    void load?.();
  }, [open, load]);
  return useRadix();
}

/** Returns a ref for the button that opens something, and that button once it has opened it. */
export function useOpener(open: boolean): [RefObject<HTMLElement | null>, HTMLElement | null] {
  const ref = useRef<HTMLElement>(null);
  const [button, setButton] = useState<HTMLElement | null>(null);
  // Only now: setting it on mounting would render every button of a page once more before the page is painted.
  useLayoutEffect(() => {
    if (open) setButton(ref.current);
  }, [open]);
  return [ref, button];
}

/** Makes its child, a button, open and close a dialog or panel. */
export function OpeningButton({ open, onPress, load, ref, children }: OpeningButtonProps) {
  return (
    <Slot
      {...nearing(load)}
      ref={ref}
      aria-haspopup="dialog"
      aria-expanded={open}
      data-state={open ? "open" : "closed"}
      onClick={onPress}
    >
      {children}
    </Slot>
  );
}

type OpeningButtonProps = {
  open: boolean;
  onPress: () => void;
  load?: (() => Promise<unknown>) | undefined;
  ref: Ref<HTMLElement>;
  children: ReactNode;
};
