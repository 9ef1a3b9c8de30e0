import type { Density, Theme } from "@/components/account/choices";
import type { Panel } from "@/components/frame/panels";
import type { IconComponent } from "@/components/ui/icons/icons";
import type { NotificationLevel } from "@/lib/channels/dto";
import type { FoundPersonDto, SearchResultDto } from "@/lib/messages/search/dto";

/** The palette's groups, in the order they have before anything is typed. */
export const groups = [
  "Channels",
  "People",
  "Groups",
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
  | { kind: "group"; id: string; name: string }
  | { kind: "open"; panel: Panel }
  | { kind: "theme"; theme: Theme }
  | { kind: "density"; density: Density }
  | { kind: "mark-all-read" }
  | { kind: "notifications"; channelId: string; level: NotificationLevel }
  | { kind: "sign-out" };

/** A line of the palette. `id` never changes, so that recent choices can be found again. */
export type PaletteItem = {
  id: string;
  group: (typeof groups)[number];
  label: string;
  /** Muted text beside the label. */
  note?: string;
  /** Other words that find the item. */
  keywords?: readonly string[];
  Icon: IconComponent;
  unread?: number;
  mentions?: number;
  /** The page the user is on, which is shown only when searched for by name. */
  here?: boolean;
  /** Shows this person's avatar in place of the icon. */
  person?: FoundPersonDto;
  /** A message from the search results, which takes several lines. */
  found?: { result: SearchResultDto; terms: readonly string[] };
  command: Command;
};
