"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

type Frame = { sidebarOpen: boolean; setSidebarOpen: (open: boolean) => void };

const FrameContext = createContext<Frame>({ sidebarOpen: false, setSidebarOpen: () => {} });

/** On narrow screens the sidebar slides over the page: this knows whether it does. Going somewhere closes it. */
export function FrameProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const sidebarOpen = openOn === pathname;
  useEffect(() => {
    if (!sidebarOpen) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && setOpenOn(null);
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [sidebarOpen]);
  const setSidebarOpen = (open: boolean) => setOpenOn(open ? pathname : null);
  return <FrameContext value={{ sidebarOpen, setSidebarOpen }}>{children}</FrameContext>;
}

/** Whether the sidebar covers the page, and how to change that. */
export function useFrame(): Frame {
  return useContext(FrameContext);
}
