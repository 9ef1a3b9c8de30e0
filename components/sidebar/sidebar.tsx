"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { KeyCaps } from "@/components/chat/keyboard/key-caps";
import { useMac } from "@/components/chat/keyboard/keys";
import { useFrame } from "@/components/frame/frame";
import { openPanel } from "@/components/frame/panels";
import { WorkspaceMark } from "@/components/settings/workspace/workspace-mark";
import { deferred } from "@/components/ui/deferred/deferred";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ChevronDown, Search } from "@/components/ui/icons/icons";
import { Menu } from "@/components/ui/overlays/menu";
import { useWorkspace } from "@/lib/browser/workspace";
import type { WorkspaceRole } from "@/lib/people/dto";
import { ChannelNav } from "./channel-nav";
import { RowArea } from "./row-area";

const items = deferred(() => import("./workspace-items"));

type SidebarProps = {
  role: WorkspaceRole;
  createChannel: ReactNode;
  newMessage: ReactNode;
  leaveChannel: FormAction;
  /** The links to the inbox and to drafts. */
  inbox: ReactNode;
  invite: ReactNode;
  account: ReactNode;
};

/**
 * The sidebar: the workspace, its channels and direct messages, and the user's account. On a phone it is a page of its
 * own, which covers the one that was open.
 */
export function Sidebar({ role, leaveChannel, ...slots }: SidebarProps) {
  const { createChannel, newMessage, inbox, invite, account } = slots;
  const { sidebarOpen } = useFrame();
  return (
    <aside
      data-covers={sidebarOpen || undefined}
      className={clsx(
        "peer isolate flex w-66 shrink-0 flex-col border-e bg-surface-sunken max-md:absolute max-md:inset-0 max-md:z-30 max-md:w-full max-md:border-e-0",
        !sidebarOpen && "max-md:invisible",
      )}
    >
      <div className="flex h-13 shrink-0 items-center border-b px-2">
        <WorkspaceMenu role={role} />
      </div>
      <RowArea leaveChannel={leaveChannel}>
        <div className="flex shrink-0 flex-col px-2 pt-2">
          <SearchButton />
          <div className="pt-2">{inbox}</div>
        </div>
        <ChannelNav createChannel={createChannel} newMessage={newMessage} invite={invite} />
      </RowArea>
      <div className="shrink-0 border-t p-2">{account}</div>
    </aside>
  );
}

/** Opens the palette and shows its shortcut. */
function SearchButton() {
  const mac = useMac();
  return (
    <button
      type="button"
      data-search
      aria-label="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts={mac ? "Meta+K" : "Control+K"}
      onClick={() => openPanel("palette")}
      className="target-y flex w-full items-center gap-2 rounded-md border border-border-strong bg-surface-raised px-2.5 text-sm text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1 text-start">Search</span>
      <span className="pointer-coarse:hidden">
        <KeyCaps printed={[mac ? "⌘" : "Ctrl", "K"]} />
      </span>
    </button>
  );
}

/** The workspace's logo and name, with the menu of its pages. */
function WorkspaceMenu({ role }: { role: WorkspaceRole }) {
  const workspace = useWorkspace();
  const { name } = workspace;
  const WorkspaceItems = items.use()?.WorkspaceItems;
  return (
    <Menu
      load={items.load}
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${name}, workspace menu`}
          className="target-y flex min-w-0 items-center gap-2 rounded-md px-1.5 transition-colors hover:bg-surface-hover data-[state=open]:bg-surface-hover"
        >
          <WorkspaceMark workspace={workspace} size={24} />
          <span className="truncate font-semibold text-base">{name}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
        </button>
      }
    >
      {WorkspaceItems ? <WorkspaceItems role={role} /> : null}
    </Menu>
  );
}
