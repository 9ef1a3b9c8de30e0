"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";

type ListboxOptionProps = {
  id: string;
  active: boolean;
  onTake: () => void;
  /** Called when the pointer moves over the option while another is active. */
  onPoint: () => void;
  className: string;
  children: ReactNode;
};

/** An option of a list whose field keeps the focus and handles the keys. The active option is scrolled into view. */
export function ListboxOption({ id, active, onTake, onPoint, className, children }: ListboxOptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={onTake}
      onMouseMove={active ? undefined : onPoint}
      className={clsx(
        "flex cursor-pointer select-none items-center gap-2.5 rounded-md px-2",
        active && "bg-surface-selected",
        className,
      )}
    >
      {children}
    </div>
  );
}
