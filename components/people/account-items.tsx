"use client";

import { Keyboard, LogOut, Settings, Users } from "lucide-react";
import { openPanel } from "@/components/panels/panels";
import { afterDialog } from "@/components/ui/after-dialog";
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { paths } from "@/lib/paths";
import { leave } from "./leave";
import { ThemeItems } from "./theme-items";

/** What one can do with one's own account, and with this browser. */
export function AccountItems({ email }: { email: string }) {
  return (
    <>
      <MenuLabel>{email}</MenuLabel>
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
    </>
  );
}
