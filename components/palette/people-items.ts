import { CircleUser } from "lucide-react";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { FoundPersonDto } from "@/lib/search/dto";
import type { PaletteItem } from "./palette-item";

/** People to write to: those with whom there is no direct message yet among the channels. */
export function peopleItems(people: readonly FoundPersonDto[], channels: readonly SidebarChannelDto[]): PaletteItem[] {
  const known = new Set(channels.flatMap(({ people: others = [] }) => (others.length === 1 ? others : [])).map(idOf));
  const others = people.filter(({ id }) => !known.has(id));
  return others.map(({ id, name, avatarUrl }) => ({
    id: `person:${id}`,
    group: "People",
    label: name,
    note: "Direct message",
    keywords: [`@${name}`],
    Icon: CircleUser,
    person: { id, name, avatarUrl },
    command: { kind: "direct", userId: id },
  }));
}

function idOf({ id }: { id: string }): string {
  return id;
}
