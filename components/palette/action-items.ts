import { levelsOf } from "@/components/attention/notifications/levels";
import { Plus, UserPlus } from "@/components/ui/icons/icons";
import {
  CheckCheck,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Rows2,
  Rows4,
  Sun,
  Webhook,
} from "@/components/ui/icons/more-icons";
import type { ChannelNameDto } from "@/lib/channels/dto";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { WorkspaceDto } from "@/lib/workspace/dto";
import type { PaletteItem } from "./palette-item";

const theme = ["Theme", "Appearance", "Colors"];
const density = ["Density", "Appearance", "Spacing"];

const always: readonly Omit<PaletteItem, "group">[] = [
  {
    id: "action:create-channel",
    label: "Create channel",
    keywords: ["New channel", "Add channel"],
    Icon: Plus,
    command: { kind: "open", panel: "create-channel" },
  },
  {
    id: "action:invite",
    label: "Invite people",
    keywords: ["Invite link", "Add people"],
    Icon: UserPlus,
    command: { kind: "open", panel: "invite-people" },
  },
  {
    id: "action:mark-all-read",
    label: "Mark all as read",
    keywords: ["Unread", "Catch up"],
    Icon: CheckCheck,
    command: { kind: "mark-all-read" },
  },
  {
    id: "action:theme-light",
    label: "Use light theme",
    keywords: theme,
    Icon: Sun,
    command: { kind: "theme", theme: "light" },
  },
  {
    id: "action:theme-dark",
    label: "Use dark theme",
    keywords: [...theme, "Night"],
    Icon: Moon,
    command: { kind: "theme", theme: "dark" },
  },
  {
    id: "action:theme-system",
    label: "Use system theme",
    keywords: [...theme, "Automatic"],
    Icon: Monitor,
    command: { kind: "theme", theme: "system" },
  },
  {
    id: "action:density-comfortable",
    label: "Use comfortable density",
    keywords: density,
    Icon: Rows2,
    command: { kind: "density", density: "comfortable" },
  },
  {
    id: "action:density-compact",
    label: "Use compact density",
    keywords: density,
    Icon: Rows4,
    command: { kind: "density", density: "compact" },
  },
  {
    id: "action:shortcuts",
    label: "Keyboard shortcuts",
    keywords: ["Keys", "Help"],
    Icon: Keyboard,
    command: { kind: "open", panel: "shortcuts" },
  },
  {
    id: "action:sign-out",
    label: "Sign out",
    keywords: ["Log out", "Leave"],
    Icon: LogOut,
    command: { kind: "sign-out" },
  },
];

type WorkspaceRights = Pick<WorkspaceDto, "mayInvite" | "mayCreateChannels">;

/** Returns what this person can do everywhere, and in the open channel if they are a member of it. */
export function actionItems(channel: ChannelNameDto | undefined, allowed: WorkspaceRights): PaletteItem[] {
  const items = channel
    ? [always[0], always[1], newWebhook(channel), ...notifications(channel), ...always.slice(2)]
    : always;
  return items.flatMap((item) => (item && isAllowed(item, allowed) ? [{ ...item, group: "Actions" as const }] : []));
}

function isAllowed({ id }: Omit<PaletteItem, "group">, { mayInvite, mayCreateChannels }: WorkspaceRights): boolean {
  if (id === "action:create-channel") return mayCreateChannels;
  return id !== "action:invite" || mayInvite;
}

function newWebhook({ id, name }: ChannelNameDto): Omit<PaletteItem, "group"> {
  return {
    id: "action:new-webhook",
    label: "New webhook",
    note: `in #${name}`,
    keywords: ["Create webhook", "Add webhook"],
    Icon: Webhook,
    command: { kind: "go", href: webhookPaths.new(id) },
  };
}

const asked = { all: "all messages", mentions: "mentions", none: "nothing" } as const;

function notifications({ id, name, kind }: ChannelNameDto): Omit<PaletteItem, "group">[] {
  return levelsOf(kind).map(({ value, Icon }) => ({
    id: `action:notifications-${value}`,
    label: `Notify me about ${asked[value]}`,
    note: `in #${name}`,
    keywords: ["Notifications", value === "none" ? "Mute" : "Unmute"],
    Icon,
    command: { kind: "notifications", channelId: id, level: value },
  }));
}
