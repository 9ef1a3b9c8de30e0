"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { unreadText, useUnreadMark } from "@/components/frame/unread/unread-mark";
import { IconButton } from "@/components/ui/controls/icon-button";
import { ChevronLeft } from "@/components/ui/icons/icons";
import { useFrame } from "./frame";

/**
 * The 52 px header of every page, lower in a low window. On a phone it leads back to the channels, unless the bar at the
 * bottom does: it starts with that button in a conversation (`inChannel`) and where there is no bar.
 */
export function PageHeader({ title, note, inChannel = false, children }: PageHeaderProps) {
  return (
    <header
      className={clsx(
        "@container flex h-13 shrink-0 items-center gap-3 border-b px-4 short:h-9 max-md:gap-1",
        inChannel && "max-md:px-2",
      )}
    >
      <ShowChannels always={inChannel} />
      <h1 className="min-w-0 truncate font-semibold text-lg">{title}</h1>
      {/* Takes what room the title and the controls leave. */}
      {note && <p className="min-w-0 flex-1 basis-0 truncate text-sm text-text-muted @max-xl:hidden">{note}</p>}
      <div className="ms-auto flex shrink-0 items-center md:gap-1">{children}</div>
    </header>
  );
}

type PageHeaderProps = { title: ReactNode; note?: ReactNode; inChannel?: boolean; children?: ReactNode };

/** On a phone, shows the channels, and whether anything there is unread. */
function ShowChannels({ always }: { always: boolean }) {
  const { sidebarOpen, setSidebarOpen } = useFrame();
  const mark = useUnreadMark();
  return (
    <span className={clsx("relative flex md:hidden", !always && "tall:hidden")}>
      <IconButton
        label={mark === "" ? "Show channels" : `Show channels, ${unreadText(mark)}`}
        icon={<ChevronLeft className="size-5!" />}
        aria-expanded={sidebarOpen}
        onClick={() => setSidebarOpen(true)}
      />
      {mark !== "" && (
        <span
          aria-hidden="true"
          className={clsx(
            // Elsewhere the bar shows it.
            "pointer-events-none absolute rounded-full ring-2 ring-surface tall:hidden",
            mark === "•"
              ? "end-1.5 top-1.5 size-2 bg-accent"
              : "end-0 top-0 min-w-4 bg-danger px-1 text-center font-semibold text-danger-text text-xs leading-4 tabular-nums",
          )}
        >
          {mark !== "•" && mark}
        </span>
      )}
    </span>
  );
}
