"use client";

import { clsx } from "clsx";
import { Menu } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useFrame } from "./frame";

/** The 52 px row at the top of every page: on narrow screens it begins with the way back to the channels. */
export function PageHeader({ title, note, children }: { title: ReactNode; note?: ReactNode; children?: ReactNode }) {
  const { sidebarOpen, setSidebarOpen } = useFrame();
  return (
    <header className="@container flex h-13 shrink-0 items-center gap-3 border-b px-4 max-md:gap-1 max-md:px-2">
      <IconButton
        className="md:hidden"
        label="Show channels"
        icon={<Menu />}
        aria-expanded={sidebarOpen}
        onClick={() => setSidebarOpen(true)}
      />
      <h1 className={clsx("min-w-0 truncate font-semibold text-lg", note && "md:shrink-0")}>{title}</h1>
      {note && <p className="min-w-0 truncate text-sm text-text-muted max-md:hidden">{note}</p>}
      <div className="ms-auto flex shrink-0 items-center md:gap-1">{children}</div>
    </header>
  );
}
