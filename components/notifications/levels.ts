import { Bell, BellOff, BellRing, type LucideIcon } from "lucide-react";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";

/** One of the choices of what a channel notifies of. */
export type LevelChoice = { value: NotificationLevel; label: string; Icon: LucideIcon };

const all: LevelChoice = { value: "all", label: "All messages", Icon: BellRing };
const mentions: LevelChoice = { value: "mentions", label: "Mentions", Icon: Bell };
const none: LevelChoice = { value: "none", label: "Nothing", Icon: BellOff };

/**
 * Returns the levels to choose from. In a direct message every message counts as a mention, so that level is left out.
 */
export function levelsOf(kind: ChannelKind): readonly LevelChoice[] {
  return kind === "direct" ? [all, none] : [all, mentions, none];
}

/** The icon and label of a level. */
export function choiceOf(level: NotificationLevel): LevelChoice {
  return { all, mentions, none }[level];
}
