"use client";

import { Ellipsis } from "lucide-react";
import { useAuthorAction } from "@/components/message/author-link";
import { IconButton } from "@/components/ui/icon-button";
import { late } from "@/components/ui/late";
import { Menu } from "@/components/ui/menu";
import type { MoreItemsProps } from "./more-items";

const items = late(() => import("./more-items"));

/** What one does to a message now and then. */
export function MoreMenu({ message, allowed, ...on }: MoreItemsProps) {
  const authorAction = useAuthorAction(message.author);
  const MoreItems = items.use()?.MoreItems;
  if (!allowed.pin && !authorAction) return null;
  return (
    <Menu load={items.load} trigger={<IconButton label="More" icon={<Ellipsis />} />}>
      {MoreItems ? <MoreItems message={message} allowed={allowed} {...on} /> : null}
    </Menu>
  );
}
