"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

type Frame = { sidebarOpen: boolean; setSidebarOpen: (open: boolean) => void };

const FrameContext = createContext<Frame>({ sidebarOpen: false, setSidebarOpen: () => {} });

/** Tracks whether the sidebar covers the page on narrow screens. Navigation closes it. */
export function FrameProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const [sidebarOpen, setSidebarOpen] = useState(false);
  const [before, setBefore] = useState(pathname);
  if (before !== pathname) {
    setBefore(pathname);
    setSidebarOpen(false);
  }
  useEffect(() => {
    if (!sidebarOpen) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && setSidebarOpen(false);
    // A link to the current page doesn't change the path, but the sidebar must still close.
    const onClick = ({ target }: MouseEvent) =>
      target instanceof Element && target.closest("aside a") && setSidebarOpen(false);
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("click", onClick);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("click", onClick);
    };
  }, [sidebarOpen]);
  return <FrameContext value={{ sidebarOpen, setSidebarOpen }}>{children}</FrameContext>;
}

/** Returns whether the sidebar covers the page, with a setter. */
export function useFrame(): Frame {
  return useContext(FrameContext);
}
