"use client";

import { useState } from "react";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { PaletteItem } from "./palette-item";
import { PaletteList } from "./palette-list";
import { peopleItems } from "./people-items";
import { useKnownPeople } from "./use-known-people";

type PaletteContentProps = {
  items: PaletteItem[];
  channels: SidebarChannelDto[];
  choose: (item: PaletteItem) => void;
  /** With what it begins in its field. */
  typed: string;
};

/** What the open palette offers: what is known here, and the people of whom the server tells. */
export function PaletteContent({ items, channels, choose, typed }: PaletteContentProps) {
  const [query, setQuery] = useState(typed);
  const people = useKnownPeople(query.trim());
  return (
    <PaletteList
      items={[...items, ...peopleItems(people, channels)]}
      choose={choose}
      query={query}
      setQuery={setQuery}
    />
  );
}
