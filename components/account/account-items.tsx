"use client";

import { useRouter } from "next/navigation";
import { themes, toTheme } from "@/components/account/choices";
import { chooseTheme, useTheme } from "@/components/account/document-choice";
import { changePause, PAUSE_CHOICES } from "@/components/attention/notifications/change-pause";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { openPanel } from "@/components/frame/panels";
import { opened } from "@/components/people/open-profile";
import { clearStatus } from "@/components/people/status-ends";
import { signOutHere } from "@/components/sign-in/sign-out";
import { useRadix } from "@/components/ui/deferred/deferred-radix";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { Bell, BellRing, Check, Settings, SmilePlus } from "@/components/ui/icons/icons";
import { Keyboard, LogOut, Moon, X } from "@/components/ui/icons/more-icons";
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/overlays/menu-items";
import { toast } from "@/components/ui/overlays/toaster";
import { clock, shortDate } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { useStatus } from "@/lib/browser/people";
import type { MeDto } from "@/lib/people/dto";
import type { Pause, PauseDto } from "@/lib/people/notifications/dto";
import { accountPaths } from "@/lib/text/account-paths";
import { paths } from "@/lib/text/paths";

/** The items of the account menu. */
export function AccountItems({ me, pause }: { me: MeDto; pause: PauseDto }) {
  return (
    <>
      <MenuLabel>{me.email}</MenuLabel>
      <StatusItems userId={me.id} />
      <MenuLink href={paths.account} icon={<Settings aria-hidden="true" />}>
        Account settings
      </MenuLink>
      <MenuLink href={accountPaths.notifications} icon={<Bell aria-hidden="true" />}>
        Notification settings
      </MenuLink>
      <MenuItem icon={<Keyboard aria-hidden="true" />} onSelect={() => afterDialog(() => openPanel("shortcuts"))}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <PauseItems pause={pause} />
      <MenuSeparator />
      <ThemeItems />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void signOutHere()}>
        Sign out
      </MenuItem>
    </>
  );
}

function StatusItems({ userId }: { userId: string }) {
  const status = useStatus(userId);
  const openStatus = () => afterDialog(() => opened.set({ kind: "status", userId }));
  const clear = async () => {
    const failure = await clearStatus();
    if (failure) toast.error(failure);
  };
  return (
    <>
      <MenuItem icon={<SmilePlus aria-hidden="true" />} onSelect={openStatus}>
        Set a status…
      </MenuItem>
      {status && (
        <MenuItem icon={<X aria-hidden="true" />} onSelect={() => void clear()}>
          <span className="truncate">
            Clear status <span aria-hidden="true">{withCustomEmoji(status.emoji)}</span>
          </span>
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  );
}

/** The do-not-disturb submenu, or its end time while it's on. */
function PauseItems({ pause: { paused, until } }: { pause: PauseDto }) {
  const zone = useTimeZone();
  const router = useRouter();
  const choose = async (pause: Pause) => {
    if (await changePause(pause)) router.refresh();
  };
  const at = until === null ? null : new Date(until);
  return (
    <>
      <MenuLabel>
        {paused
          ? `Do not disturb${at ? ` until ${shortDate(at, zone)}, ${clock(at, zone)}` : " is on"}`
          : "Do not disturb"}
      </MenuLabel>
      {paused ? (
        <MenuItem icon={<BellRing aria-hidden="true" />} onSelect={() => void choose("off")}>
          Turn off do not disturb
        </MenuItem>
      ) : (
        PAUSE_CHOICES.map(({ pause, label }) => (
          <MenuItem key={pause} icon={<Moon aria-hidden="true" />} onSelect={() => void choose(pause)}>
            {label}
          </MenuItem>
        ))
      )}
    </>
  );
}

/** The theme choices. The menu stays open after a choice, to show how the theme looks. */
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
