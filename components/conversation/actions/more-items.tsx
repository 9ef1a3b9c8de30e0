"use client";

import { MenuItem, MenuLink } from "@/components/ui/menu";
import type { MessageDto } from "@/lib/messages/dto";
import type { Allowed } from "./allowed";
import { useDeeds } from "./deeds";

/** What stands in the menu, once somebody is near it. */
export function MoreItems({ message, allowed, ...on }: MoreItemsProps) {
  return useDeeds(message, allowed, on).map((deed) =>
    "href" in deed ? (
      <MenuLink key={deed.name} href={deed.href} icon={deed.icon}>
        <span className="truncate">{deed.name}</span>
      </MenuLink>
    ) : (
      <MenuItem key={deed.name} icon={deed.icon} onSelect={deed.act}>
        <span className="truncate">{deed.name}</span>
      </MenuItem>
    ),
  );
}

export type MoreItemsProps = { message: MessageDto; allowed: Allowed; onPin: () => void; onShowHistory: () => void };
