"use client";

import { clsx } from "clsx";
import { Menu } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useUnreadMark } from "@/components/unread/unread-mark";
import { useFrame } from "./frame";

/** The 52 px header of every page. On narrow screens it starts with the button that shows the channels. */
export function PageHeader({ title, note, children }: { title: ReactNode; note?: ReactNode; children?: ReactNode }) {
  return (
    <header className="@container flex h-13 shrink-0 items-center gap-3 border-b px-4 max-md:gap-1 max-md:px-2">
      <ShowChannels />
      <h1 className={clsx("min-w-0 truncate font-semibold text-lg", note && "md:shrink-0")}>{title}</h1>
      {note && <p className="min-w-0 truncate text-sm text-text-muted max-md:hidden">{note}</p>}
      <div className="ms-auto flex shrink-0 items-center md:gap-1">{children}</div>
    </header>
  );
}

/** On narrow screens, opens the sidebar and shows whether it has unread messages. */
function ShowChannels() {
  const { sidebarOpen, setSidebarOpen } = useFrame();
  const mark = useUnreadMark();
  const said = mark === "•" ? "unread messages" : `${mark} ${mark === "1" ? "mention" : "mentions"}`;
  return (
    <span className="relative flex md:hidden">
      <IconButton
        label={mark === "" ? "Show channels" : `Show channels, ${said}`}
        icon={<Menu />}
        aria-expanded={sidebarOpen}
        onClick={() => setSidebarOpen(true)}
      />
      {mark !== "" && (
        <span
          aria-hidden="true"
          className={clsx(
            "pointer-events-none absolute rounded-full bg-accent ring-2 ring-surface",
            mark === "•"
              ? "end-1.5 top-1.5 size-2"
              : "end-0 top-0 min-w-4 px-1 text-center font-semibold text-[0.625rem] text-accent-text leading-4 tabular-nums",
          )}
        >
          {mark !== "•" && mark}
        </span>
      )}
    </span>
  );
}
