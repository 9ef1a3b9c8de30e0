"use client";

import { MenuItem, MenuLink } from "@/components/ui/menu";
import type { MessageDto } from "@/lib/messages/dto";
import type { Allowed } from "./allowed";
import { useMessageCommands } from "./message-commands";

/** The items of the menu More, loaded when the pointer or the focus comes near it. */
export function MoreItems({ message, allowed, ...on }: MoreItemsProps) {
  return useMessageCommands(message, allowed, on).map((command) =>
    "href" in command ? (
      <MenuLink key={command.name} href={command.href} icon={command.icon}>
        <span className="truncate">{command.name}</span>
      </MenuLink>
    ) : (
      <MenuItem key={command.name} icon={command.icon} onSelect={command.act}>
        <span className="truncate">{command.name}</span>
      </MenuItem>
    ),
  );
}

export type MoreItemsProps = { message: MessageDto; allowed: Allowed; onPin: () => void; onShowHistory: () => void };
