import { Bell, BellOff, BellRing, type IconComponent } from "@/components/ui/icons/icons";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";

/** A notification level to choose from. */
export type LevelChoice = { value: NotificationLevel; label: string; Icon: IconComponent };

const all: LevelChoice = { value: "all", label: "All messages", Icon: BellRing };
const mentions: LevelChoice = { value: "mentions", label: "Mentions", Icon: Bell };
const none: LevelChoice = { value: "none", label: "Nothing", Icon: BellOff };

/**
 * Returns the levels to choose from. In a direct message every message counts as a mention, so that level is left out.
 */
export function levelsOf(kind: ChannelKind): readonly LevelChoice[] {
  return kind === "direct" ? [all, none] : [all, mentions, none];
}

/** Returns a level's icon and label. */
export function choiceOf(level: NotificationLevel): LevelChoice {
  return { all, mentions, none }[level];
}
