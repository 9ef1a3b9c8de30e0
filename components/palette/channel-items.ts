import { Hash, Lock, Settings, Users } from "@/components/ui/icons/icons";
import { MessageCircle, Webhook } from "@/components/ui/icons/more-icons";
import type { ChannelNameDto, SidebarChannelDto } from "@/lib/channels/dto";
import type { GroupNameDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import type { PaletteItem } from "./palette-item";

/** Returns the user's channels, unread ones first, each part in the given order. `here` is the open channel's id. */
export function channelItems(channels: readonly SidebarChannelDto[], here: string | null): PaletteItem[] {
  const read = (channel: SidebarChannelDto) => (channel.unread + channel.mentions > 0 ? 0 : 1);
  return channels
    .toSorted((one, other) => read(one) - read(other))
    .map(({ unread, mentions, people = [], ...channel }) => ({
      ...toItem(channel),
      ...(people.length === 1 && { person: people[0] }),
      group: channel.kind === "direct" ? "People" : "Channels",
      unread,
      mentions,
      here: channel.id === here,
    }));
}

/** Returns channels the user can join. Choosing one opens it. */
export function joinableItems(channels: readonly ChannelNameDto[]): PaletteItem[] {
  return channels.map((channel) => ({ ...toItem(channel), group: "Channels to join" }));
}

/** Returns user groups. Choosing one shows its people. */
export function groupItems(groups: readonly GroupNameDto[]): PaletteItem[] {
  return groups.map(({ id, handle, description }) => ({
    id: `group:${id}`,
    group: "Groups",
    label: `@${handle}`,
    note: cleanText(description),
    keywords: [handle],
    Icon: Users,
    command: { kind: "group", id, name: `@${handle}` },
  }));
}

const icons = { public: Hash, private: Lock, direct: MessageCircle } as const;

function toItem({ id, name, kind }: ChannelNameDto): Omit<PaletteItem, "group"> {
  return {
    id: `channel:${id}`,
    label: name,
    keywords: [kind === "direct" ? `@${name}` : `#${name}`],
    Icon: icons[kind],
    command: { kind: "go", href: paths.channel(id) },
  };
}

/** Returns the open channel's settings pages. */
export function settingsItems({ id, name }: ChannelNameDto): PaletteItem[] {
  const tab = (name: "overview" | "members" | "webhooks") => ({ kind: "go", href: paths.settings(id, name) }) as const;
  const common = { group: "This channel", note: `#${name} settings` } as const;
  return [
    {
      ...common,
      id: "settings:overview",
      label: "Overview",
      keywords: ["Channel settings", "Topic", "Rename", "Archive", "Leave"],
      Icon: Settings,
      command: tab("overview"),
    },
    {
      ...common,
      id: "settings:members",
      label: "Members",
      keywords: ["Channel settings", "Add people"],
      Icon: Users,
      command: tab("members"),
    },
    {
      ...common,
      id: "settings:webhooks",
      label: "Webhooks",
      keywords: ["Channel settings"],
      Icon: Webhook,
      command: tab("webhooks"),
    },
  ];
}

/** Returns the id of the channel a page belongs to, or null. */
export function channelOf(pathname: string): string | null {
  return /^\/channels\/(\d+)(\/|$)/.exec(pathname)?.[1] ?? null;
}
