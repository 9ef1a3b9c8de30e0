"use client";

import { CheckCheck, Ellipsis } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { markAllRead } from "./mark-all-read";

/** What one can do to all channels at once. */
export function ChannelListOptions() {
  return (
    <Menu trigger={<IconButton label="Channel list options" icon={<Ellipsis />} />}>
      <MenuItem icon={<CheckCheck aria-hidden="true" />} onSelect={() => void markAllRead()}>
        Mark all as read
      </MenuItem>
    </Menu>
  );
}
