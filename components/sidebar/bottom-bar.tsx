"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { AccountItemsMenu } from "@/components/account/account-menu";
import { useFrame } from "@/components/frame/frame";
import { badgeText } from "@/components/frame/unread/badge-text";
import { unreadText, useUnreadMark } from "@/components/frame/unread/unread-mark";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { Home, Inbox, Search, Siren } from "@/components/ui/icons/icons";
import { useInboxCount, useSidebar } from "@/lib/browser/sidebar";
import type { MeDto } from "@/lib/people/dto";
import type { PauseDto } from "@/lib/people/notifications/dto";
import { isWithin, paths } from "@/lib/text/paths";

type BottomBarProps = { me: MeDto; pause: PauseDto; mark: ReactNode };

/** The phone's navigation. It gives way to the software keyboard, and to the page where the window is low. */
export function BottomBar({ me, pause, mark }: BottomBarProps) {
  const { sidebarOpen, setSidebarOpen } = useFrame();
  const pathname = usePathname();
  const within = (path: string) => !sidebarOpen && isWithin(pathname, path);
  const unread = useUnreadMark();
  const inbox = useInboxCount("all");
  const incidents = useSidebar((sidebar) => sidebar.incidents ?? null);
  return (
    <nav
      aria-label="Main"
      data-gives-way
      className="grid shrink-0 auto-cols-fr grid-flow-col border-t bg-surface-sunken pb-[env(safe-area-inset-bottom)] short:hidden md:hidden"
    >
      <button
        type="button"
        aria-label={unread === "" ? "Home" : `Home, ${unreadText(unread)}`}
        aria-current={sidebarOpen ? "page" : undefined}
        className={tabStyle(sidebarOpen || within(paths.browse))}
        onClick={() => setSidebarOpen(!sidebarOpen)}
      >
        <Mark badge={unread} urgent={unread !== "•"}>
          <Home aria-hidden="true" className="size-5" />
        </Mark>
        Home
      </button>
      <Link
        href={paths.inbox()}
        aria-label={inbox > 0 ? `Inbox, ${badgeText(inbox)} unread` : "Inbox"}
        aria-current={within(paths.inbox()) ? "page" : undefined}
        className={tabStyle(within(paths.inbox()))}
      >
        <Mark badge={inbox > 0 ? badgeText(inbox) : ""}>
          <Inbox aria-hidden="true" className="size-5" />
        </Mark>
        Inbox
      </Link>
      {incidents !== null && (
        <Link
          href={paths.incidents}
          aria-label={incidents > 0 ? `Incidents, ${badgeText(incidents)} need someone` : "Incidents"}
          aria-current={within(paths.incidents) ? "page" : undefined}
          className={tabStyle(within(paths.incidents))}
        >
          <Mark badge={incidents > 0 ? badgeText(incidents) : ""}>
            <Siren aria-hidden="true" className="size-5" />
          </Mark>
          Incidents
        </Link>
      )}
      <Link
        href={paths.search("")}
        aria-current={within(paths.search("")) ? "page" : undefined}
        className={tabStyle(within(paths.search("")))}
      >
        <Search aria-hidden="true" className="size-5" />
        Search
      </Link>
      <AccountItemsMenu
        me={me}
        pause={pause}
        align="end"
        trigger={
          <button type="button" aria-label="You" className={tabStyle(within(paths.account))}>
            <span className="relative flex">
              <Avatar name={me.name} seed={me.id} src={me.avatarUrl} size={20} />
              <span className="absolute -end-4 top-0.5">{mark}</span>
            </span>
            You
          </button>
        }
      />
    </nav>
  );
}

function tabStyle(current: boolean): string {
  return clsx(
    "flex min-h-14 flex-col items-center justify-center gap-0.5 font-medium text-xs -outline-offset-2 transition-colors",
    current ? "text-accent" : "text-text-muted",
  );
}

/** An icon with its count, or with a dot if the badge is "•". */
function Mark({ badge, urgent = false, children }: { badge: string; urgent?: boolean; children: ReactNode }) {
  return (
    <span className="relative flex">
      {children}
      {badge !== "" && (
        <span
          aria-hidden="true"
          className={clsx(
            "pointer-events-none absolute rounded-full ring-2 ring-surface-sunken",
            badge === "•"
              ? "-end-0.5 -top-0.5 size-2.5 bg-accent"
              : "start-3 -top-1 min-w-4 px-1 text-center font-semibold text-xs leading-4 tabular-nums",
            badge !== "•" && (urgent ? "bg-danger text-danger-text" : "bg-accent text-accent-text"),
          )}
        >
          {badge !== "•" && badge}
        </span>
      )}
    </span>
  );
}
