"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useLayoutEffect, useState } from "react";

type Frame = { sidebarOpen: boolean; setSidebarOpen: (open: boolean) => void };

const FrameContext = createContext<Frame>({ sidebarOpen: false, setSidebarOpen: () => {} });

const HOME = "parley.home";

/**
 * Tracks whether the sidebar covers the page on narrow screens, as a page of its own: going back closes it, and from a
 * channel that was opened in it leads back to it.
 */
export function FrameProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const [sidebarOpen, setOpen] = useState(false);
  const setSidebarOpen = useCallback((open: boolean) => {
    if (open === isHome()) setOpen(open);
    else if (open) {
      // Next.js adds its own state to it.
      window.history.pushState({ [HOME]: true }, "", window.location.href);
      setOpen(true);
    } else window.history.back();
  }, []);
  // Before the next paint, but after Next.js has changed the history.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history may have changed with the path.
  useLayoutEffect(() => {
    // Setting the same value can render everything once more before the page is shown.
    if (sidebarOpen !== isHome()) setOpen(!sidebarOpen);
  }, [pathname]);
  useEffect(() => {
    const onPop = () => setOpen(isHome());
    window.addEventListener("popstate", onPop);
    return () => window.removeEventListener("popstate", onPop);
  }, []);
  useEffect(() => {
    if (!sidebarOpen) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && setSidebarOpen(false);
    // A link to the current page doesn't change the path, but the sidebar must still close.
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("aside a") : null;
      if (link?.pathname === window.location.pathname) setOpen(false);
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("click", onClick);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("click", onClick);
    };
  }, [sidebarOpen, setSidebarOpen]);
  return <FrameContext value={{ sidebarOpen, setSidebarOpen }}>{children}</FrameContext>;
}

/** Returns whether the sidebar covers the page, with a setter. */
export function useFrame(): Frame {
  return useContext(FrameContext);
}

/** Returns whether the current history entry is the one with the sidebar open. */
function isHome(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && HOME in state;
}
