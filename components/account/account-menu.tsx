"use client";

import type { ReactNode } from "react";
import { StatusMark } from "@/components/people/status-mark";
import { deferred } from "@/components/ui/deferred/deferred";
import { Avatar } from "@/components/ui/display/avatar";
import { ChevronsUpDown } from "@/components/ui/icons/icons";
import { Menu } from "@/components/ui/overlays/menu";
import type { MeDto } from "@/lib/people/dto";
import type { PauseDto } from "@/lib/people/notifications/dto";

const items = deferred(() => import("./account-items"));

/** `mark` is shown next to the name while notifications are paused. */
type AccountMenuProps = { me: MeDto; pause: PauseDto; mark: ReactNode };

type AccountItemsMenuProps = { me: MeDto; pause: PauseDto; trigger: ReactNode; align: "start" | "end" };

/** The account menu behind any button. */
export function AccountItemsMenu({ me, pause, trigger, align }: AccountItemsMenuProps) {
  const AccountItems = items.use()?.AccountItems;
  return (
    <Menu load={items.load} side="top" align={align} trigger={trigger}>
      {AccountItems ? <AccountItems me={me} pause={pause} /> : null}
    </Menu>
  );
}

/** The account menu: settings, do not disturb, shortcuts, theme and sign-out. */
export function AccountMenu({ me, pause, mark }: AccountMenuProps) {
  return (
    <AccountItemsMenu
      me={me}
      pause={pause}
      align="start"
      trigger={
        <button
          type="button"
          aria-label="Account"
          className="target-y flex w-full min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 text-start transition-colors hover:bg-surface-hover data-[state=open]:bg-surface-hover"
        >
          <Avatar name={me.name} seed={me.id} src={me.avatarUrl} size={28} />
          <span className="flex min-w-0 flex-1 items-center gap-1.5 text-sm">
            <span className="truncate font-medium">{me.name}</span>
            <StatusMark userId={me.id} />
          </span>
          {mark}
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
        </button>
      }
    />
  );
}
