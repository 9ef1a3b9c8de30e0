import { isUnread } from "@/components/unread/unread-mark";
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
      return { ...section, title: titleOf(section), size: own.length, shown };
    })
    .filter(({ key, size }) => key !== "starred" || size > 0);
}

/** Returns what a section is called. */
export function titleOf({ key, name }: Pick<SidebarSectionDto, "key" | "name">): string {
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

/** Returns the keys with this one moved one up or down; the same keys if it's already at that end. */
export function moved(keys: readonly string[], key: string, by: -1 | 1): readonly string[] {
  const from = keys.indexOf(key);
  const to = from + by;
  return from < 0 || to < 0 || to >= keys.length ? keys : keys.toSpliced(from, 1).toSpliced(to, 0, key);
}

/** Returns the keys with this one right before or after another. */
export function placedAt(
  keys: readonly string[],
  key: string,
  side: "before" | "after",
  other: string,
): readonly string[] {
  if (key === other) return keys;
  const rest = keys.filter((each) => each !== key);
  const at = rest.indexOf(other);
  return at < 0 ? keys : rest.toSpliced(side === "before" ? at : at + 1, 0, key);
}
