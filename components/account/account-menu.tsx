"use client";

import { ChevronsUpDown } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { late } from "@/components/ui/late";
import { Menu } from "@/components/ui/menu";
import type { MeDto } from "@/lib/users/dto";

const items = late(() => import("./account-items"));

/** One's own account: settings, people, shortcuts, theme, and the way out. */
export function AccountMenu({ me }: { me: MeDto }) {
  const AccountItems = items.use()?.AccountItems;
  return (
    <Menu
      load={items.load}
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
      {AccountItems ? <AccountItems email={me.email} /> : null}
    </Menu>
  );
}
