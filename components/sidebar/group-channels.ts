import { isUnread } from "@/components/frame/unread/unread-mark";
import type { SidebarChannelDto, SidebarSectionDto } from "@/lib/channels/dto";

/** A section of the sidebar with the channels that it shows. */
export type ChannelGroup = SidebarSectionDto & {
  title: string;
  /** How many channels are in it, shown or not. */
  size: number;
  /** All its channels; while it's collapsed, only the unread ones and the open one. */
  shown: SidebarChannelDto[];
};

const TITLES: Readonly<Record<string, string>> = {
  starred: "Starred",
  channels: "Channels",
  direct: "Direct messages",
};

/**
 * Returns the sidebar's sections with their channels, which keep their order. Every channel is in exactly one section.
 * *Starred* is left out while it's empty.
 */
export function groupChannels(
  sections: readonly SidebarSectionDto[],
  channels: readonly SidebarChannelDto[],
  openId: string | null,
): ChannelGroup[] {
  const all = new Map<string, SidebarChannelDto[]>(sections.map(({ key }) => [key, []]));
  for (const channel of channels) all.get(sectionOf(channel, all))?.push(channel);
  return sections
    .map((section) => {
      const own = all.get(section.key) ?? [];
      const shown = section.collapsed ? own.filter((each) => isUnread(each) || each.id === openId) : own;
      return { ...section, title: sectionTitle(section), size: own.length, shown };
    })
    .filter(({ key, size }) => key !== "starred" || size > 0);
}

/** Returns what a section is called. */
export function sectionTitle({ key, name }: Pick<SidebarSectionDto, "key" | "name">): string {
  return name ?? TITLES[key] ?? "";
}

/** Returns the key of the section that a channel appears in. */
export function sectionOf(
  { kind, starred, section }: Pick<SidebarChannelDto, "kind" | "starred" | "section">,
  known: { has: (key: string) => boolean },
): string {
  if (starred) return "starred";
  if (section !== null && known.has(section)) return section;
  return kind === "direct" ? "direct" : "channels";
}
