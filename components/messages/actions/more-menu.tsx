"use client";

import { Ellipsis } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import type { MessageDto } from "@/lib/messages/dto";
import type { Allowed } from "./allowed";
import { useDeeds } from "./deeds";

/** What one does to a message now and then. */
export function MoreMenu({ message, allowed, ...on }: MoreMenuProps) {
  const deeds = useDeeds(message, allowed, on);
  if (deeds.length === 0) return null;
  return (
    <Menu trigger={<IconButton label="More" icon={<Ellipsis />} />}>
      {deeds.map((deed) =>
        "href" in deed ? (
          <MenuLink key={deed.name} href={deed.href} icon={deed.icon}>
            <span className="truncate">{deed.name}</span>
          </MenuLink>
        ) : (
          <MenuItem key={deed.name} icon={deed.icon} onSelect={deed.act}>
            <span className="truncate">{deed.name}</span>
          </MenuItem>
        ),
      )}
    </Menu>
  );
}

type MoreMenuProps = { message: MessageDto; allowed: Allowed; onPin: () => void; onShowHistory: () => void };
