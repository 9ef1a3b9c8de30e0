"use client";

import { Check, Keyboard, LogOut, Settings, Users } from "lucide-react";
import { chooseTheme, useTheme } from "@/components/appearance/document-choice";
import { themes, toTheme } from "@/components/appearance/theme";
import { signOutHere } from "@/components/auth/sign-out";
import { openPanel } from "@/components/panels/panels";
import { afterDialog } from "@/components/ui/after-dialog";
import { useRadix } from "@/components/ui/late-radix";
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { paths } from "@/lib/paths";

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
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void signOutHere()}>
        Sign out
      </MenuItem>
    </>
  );
}

/** The menu stays open after a choice, so that one sees how the theme looks. */
function ThemeItems() {
  const theme = useTheme();
  const DropdownMenu = useRadix()?.DropdownMenu;
  return (
    DropdownMenu && (
      <DropdownMenu.RadioGroup aria-label="Theme" value={theme} onValueChange={(value) => chooseTheme(toTheme(value))}>
        <MenuLabel>Theme</MenuLabel>
        {themes.map(({ value, label }) => (
          <DropdownMenu.RadioItem
            key={value}
            value={value}
            onSelect={(event) => event.preventDefault()}
            className="target-y flex select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-surface-hover"
          >
            <span className="flex size-4 shrink-0 items-center justify-center">
              <DropdownMenu.ItemIndicator>
                <Check aria-hidden="true" className="size-4 text-accent" />
              </DropdownMenu.ItemIndicator>
            </span>
            {label}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    )
  );
}
