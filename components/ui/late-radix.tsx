"use client";

import { Slot } from "radix-ui";
import { type ComponentType, type ReactNode, type Ref, useEffect, useLayoutEffect } from "react";
import { late } from "./late";

const radix = late(() => import("./radix"));

/** Fetches the primitives of menus, dialogs and tooltips: when somebody comes near a button that opens one. */
export const loadRadix = radix.load;

/** The primitives, or null until they are there. */
export const useRadix = radix.use;

/** What the button that opens something is given, so that the primitives, and what `load` fetches, are there when it is pressed. */
export function nearing(load?: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const near = () => {
    void loadRadix();
    void load?.();
  };
  return { onPointerEnter: near, onFocus: near };
}

/** The primitives, fetched together with what `load` fetches once something is open; null until they are there. */
export function useRadixFor(open: boolean, load?: () => Promise<unknown>) {
  useEffect(() => {
    if (!open) return;
    void loadRadix();
    void load?.();
  }, [open, load]);
  return useRadix();
}

/** Makes its child, a button, the one that opens and closes a dialog or a panel. */
export function OpeningButton({ open, onPress, load, ref, children }: OpeningButtonProps) {
  return (
    <Slot.Root
      {...nearing(load)}
      ref={ref}
      aria-haspopup="dialog"
      aria-expanded={open}
      data-state={open ? "open" : "closed"}
      onClick={onPress}
    >
      {children}
    </Slot.Root>
  );
}

/**
 * Stands where a primitive wants its trigger, for a button that was on the page before it: the button never becomes another element,
 * so a press or the focus on it isn't lost. Give it to a `Trigger` with `asChild`.
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

/** Makes `button`, which was there before the primitives were, the trigger of a menu, a dialog or a tooltip: `as` is Radix's. */
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
