"use client";

import { type ComponentType, type ReactNode, type Ref, useEffect, useLayoutEffect } from "react";
import { late } from "./late";
import { Slot } from "./slot";

const radix = late(() => import("./radix"));

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

/**
 * Replaces the element of a primitive's trigger with a button already on the page. The button is never recreated, so no
 * press or focus is lost. Use it in a `Trigger` with `asChild`.
 */
function TriggerElement({ element, ref, ...attributes }: TriggerElementProps) {
  const described = attributes["aria-describedby"];
  const controls = attributes["aria-controls"];
  useLayoutEffect(() => {
    if (typeof ref === "function") ref(element);
    else if (ref) ref.current = element;
  }, [ref, element]);
  useLayoutEffect(() => mark(element, "aria-describedby", described), [element, described]);
  useLayoutEffect(() => mark(element, "aria-controls", controls), [element, controls]);
  return null;
}

function mark(element: HTMLElement | null, name: string, value: string | undefined): (() => void) | undefined {
  if (!element || value === undefined || element.hasAttribute(name)) return undefined;
  element.setAttribute(name, value);
  return () => element.removeAttribute(name);
}

type TriggerElementProps = {
  element: HTMLElement | null;
  ref?: Ref<HTMLElement>;
  "aria-describedby"?: string;
  "aria-controls"?: string;
};

type OpeningButtonProps = {
  open: boolean;
  onPress: () => void;
  load?: (() => Promise<unknown>) | undefined;
  ref: Ref<HTMLElement>;
  children: ReactNode;
};

/** Makes `button`, which existed before the primitives, the trigger of a menu, dialog or tooltip. `as` is Radix's trigger. */
export function LateTrigger({ as: Trigger, button }: LateTriggerProps) {
  return (
    <Trigger asChild>
      <TriggerElement element={button} />
    </Trigger>
  );
}

type LateTriggerProps = {
  as: ComponentType<{ asChild: true; children: ReactNode }>;
  button: HTMLElement | null;
};
