import { Hash, Lock, MessageCircle, Settings, Users, Webhook } from "lucide-react";
import type { ChannelNameDto, SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import type { PaletteItem } from "./palette-item";

/** The channels one is in, those with something unread first, each part in the order given. `here` is the id of the open one. */
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

/** The channels that one could join: choosing one reads it. */
export function joinableItems(channels: readonly ChannelNameDto[]): PaletteItem[] {
  return channels.map((channel) => ({ ...toItem(channel), group: "Channels to join" }));
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

/** The settings of the channel that is open. */
export function settingsItems({ id, name }: ChannelNameDto): PaletteItem[] {
  const tab = (name: "overview" | "members" | "webhooks") => ({ kind: "go", href: paths.settings(id, name) }) as const;
  const common = { group: "This channel", note: `settings of #${name}` } as const;
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

/** The id of the channel to which a page belongs, or null. */
export function channelOf(pathname: string): string | null {
  return /^\/channels\/(\d+)(\/|$)/.exec(pathname)?.[1] ?? null;
}
