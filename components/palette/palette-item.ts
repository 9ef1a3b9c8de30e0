import type { LucideIcon } from "lucide-react";
import type { Density, Theme } from "@/components/account/choices";
import type { Panel } from "@/components/frame/panels";
import type { NotificationLevel } from "@/lib/channels/dto";
import type { FoundPersonDto, SearchResultDto } from "@/lib/search/dto";

/** The palette's groups, in the order in which they stand while nothing is typed. */
export const groups = [
  "Channels",
  "People",
  "Channels to join",
  "This channel",
  "Actions",
  "Pages",
  "Messages",
] as const;

/** What choosing an item does. */
export type Command =
  | { kind: "go"; href: string }
  | { kind: "direct"; userId: string }
  | { kind: "open"; panel: Panel }
  | { kind: "theme"; theme: Theme }
  | { kind: "density"; density: Density }
  | { kind: "mark-all-read" }
  | { kind: "notifications"; channelId: string; level: NotificationLevel }
  | { kind: "sign-out" };

/** One line of the palette. `id` stays the same from day to day, so that recent choices are found again. */
export type PaletteItem = {
  id: string;
  group: (typeof groups)[number];
  label: string;
  /** Says more about it, muted, beside the label. */
  note?: string;
  /** Other words by which it is found. */
  keywords?: readonly string[];
  Icon: LucideIcon;
  unread?: number;
  mentions?: number;
  /** Where one is already: nobody wants to go there unless they ask for it by name. */
  here?: boolean;
  /** Whom the item is about: their avatar stands in place of the icon. */
  person?: FoundPersonDto;
  /** A message that was found, which says more than one line can. */
  found?: { result: SearchResultDto; terms: readonly string[] };
  command: Command;
};
