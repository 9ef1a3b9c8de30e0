"use client";

import { ChevronsUpDown, Keyboard, LogOut, Settings, Users } from "lucide-react";
import { openPanel } from "@/components/palette/panels";
import { afterDialog } from "@/components/ui/after-dialog";
import { Avatar } from "@/components/ui/avatar";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { paths } from "@/lib/paths";
import type { MeDto } from "@/lib/users/dto";
import { leave } from "./leave";
import { ThemeItems } from "./theme-items";

/** One's own account: settings, people, shortcuts, theme, and the way out. */
export function AccountMenu({ me }: { me: MeDto }) {
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          aria-label="Account"
          className="target-y flex w-full min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 text-start transition-colors hover:bg-surface-hover data-[state=open]:bg-surface-hover"
        >
          <Avatar name={me.name} seed={me.id} src={me.avatarUrl} size={28} />
          <span className="min-w-0 flex-1 truncate font-medium text-sm">{me.name}</span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
        </button>
      }
    >
      <MenuLabel>{me.email}</MenuLabel>
      <MenuLink href={paths.account} icon={<Settings aria-hidden="true" />}>
        Account settings
      </MenuLink>
      <MenuLink href={paths.people} icon={<Users aria-hidden="true" />}>
        People
      </MenuLink>
      <MenuItem icon={<Keyboard aria-hidden="true" />} onSelect={() => afterDialog(() => openPanel("shortcuts"))}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <ThemeItems />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void leave()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
