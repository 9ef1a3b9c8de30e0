"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, type ReactNode, useTransition } from "react";

// Why: docs/decisions/page-load.md

/** A link to a page of Parley. Nothing is prefetched. Children that are a function are told whether the page is loading. */
export function Link({ href, replace = false, scroll = true, onClick, children, ...attributes }: LinkProps) {
  const router = useRouter();
  const [opening, startOpening] = useTransition();
  return (
    <a
      {...attributes}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event;
        if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
        event.preventDefault();
        startOpening(() => router[replace ? "replace" : "push"](href, { scroll }));
      }}
    >
      {typeof children === "function" ? children(opening) : children}
    </a>
  );
}

type LinkProps = Omit<ComponentProps<"a">, "href" | "children"> & {
  href: string;
  /** Replaces the entry in the browser's history. */
  replace?: boolean;
  /** Whether a page that wasn't open starts at its top. */
  scroll?: boolean;
  children: ReactNode | ((opening: boolean) => ReactNode);
};
