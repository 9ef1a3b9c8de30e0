"use client";

import { type ComponentType, type ReactNode, type Ref, useLayoutEffect } from "react";

/** Makes `button`, which existed before the primitives, the trigger of a menu, dialog or tooltip. `as` is Radix's trigger. */
export function DeferredTrigger({ as: Trigger, button }: DeferredTriggerProps) {
  return (
    <Trigger asChild>
      <TriggerElement element={button} />
    </Trigger>
  );
}

type DeferredTriggerProps = {
  as: ComponentType<{ asChild: true; children: ReactNode }>;
  button: HTMLElement | null;
};

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
