"use client";

import { clsx } from "clsx";
import { Search } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useFrame } from "@/components/frame/frame";
import { openPanel } from "@/components/frame/panels";
import { KeyCaps } from "@/components/keyboard/key-caps";
import { useMac } from "@/components/keyboard/keys";
import { paths } from "@/lib/paths";
import { ChannelSection } from "./channel-section";

type SidebarProps = {
  workspaceName: string;
  createChannel: ReactNode;
  newMessage: ReactNode;
  /** The links to the inbox and to drafts. */
  inbox: ReactNode;
  links: ReactNode;
  invite: ReactNode;
  account: ReactNode;
};

/** The sidebar: the workspace, its channels and direct messages, and the user's account. */
export function Sidebar({ workspaceName, ...slots }: SidebarProps) {
  const { createChannel, newMessage, inbox, links, invite, account } = slots;
  const { sidebarOpen } = useFrame();
  return (
    <>
      {/* On a phone it is a page of its own, which covers the one that was open. */}
      <aside
        data-covers={sidebarOpen || undefined}
        className={clsx(
          "peer flex w-66 shrink-0 flex-col border-e bg-surface-sunken max-md:absolute max-md:inset-0 max-md:z-30 max-md:w-full max-md:border-e-0",
          !sidebarOpen && "max-md:invisible",
        )}
      >
        <div className="flex h-13 shrink-0 items-center border-b px-4">
          <Link href={paths.home} prefetch={false} className="truncate rounded-md font-semibold text-base">
            {workspaceName}
          </Link>
        </div>
        <div className="flex shrink-0 flex-col gap-1 px-2 pt-2">
          <SearchButton />
          {inbox}
        </div>
        <nav aria-label="Channels" className="min-h-0 flex-1 overflow-y-auto px-2 py-3">
          <ChannelSection createChannel={createChannel} newMessage={newMessage} />
        </nav>
        <div className="flex shrink-0 flex-col gap-1 border-t p-2">
          {links}
          {invite}
          {account}
        </div>
      </aside>
    </>
  );
}

/** Opens the palette and shows its shortcut. */
function SearchButton() {
  return (
    <button
      type="button"
      aria-label="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts={useMac() ? "Meta+K" : "Control+K"}
      onClick={() => openPanel("palette")}
      className="target-y flex w-full items-center gap-2 rounded-md border border-border-strong bg-surface-raised px-2.5 text-sm text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1 text-start">Search</span>
      <span className="pointer-coarse:hidden">
        <KeyCaps keys={["Mod", "K"]} />
      </span>
    </button>
  );
}
