"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

type Frame = { sidebarOpen: boolean; setSidebarOpen: (open: boolean) => void };

const FrameContext = createContext<Frame>({ sidebarOpen: false, setSidebarOpen: () => {} });

/** On narrow screens the sidebar slides over the page: this knows whether it does. Going somewhere closes it. */
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
    // A link to the page that is already open changes no path, but the sidebar must still close.
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

/** Whether the sidebar covers the page, with a setter. */
export function useFrame(): Frame {
  return useContext(FrameContext);
}
