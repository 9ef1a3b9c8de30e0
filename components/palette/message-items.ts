import { MessageSquareText, Search } from "lucide-react";
import { paths } from "@/lib/paths";
import type { SearchPageDto } from "@/lib/search/dto";
import type { PaletteItem } from "./palette-item";

/** From how many characters on messages are searched. */
export const LEAST_TO_SEARCH = 2;

/** How many messages the palette shows. */
export const MOST_MESSAGES = 5;

/** The messages that were found, and behind them the way to all of them unless it is known that there are none. */
export function messageItems(query: string, found: SearchPageDto | null): PaletteItem[] {
  if ([...query].length < LEAST_TO_SEARCH || found?.results.length === 0) return [];
  const messages = (found?.results ?? []).map((result): PaletteItem => {
    const { message, channel } = result;
    return {
      id: `message:${message.id}`,
      group: "Messages",
      label: message.author.name,
      Icon: MessageSquareText,
      found: { result, terms: found?.terms ?? [] },
      command: { kind: "go", href: paths.message(channel.id, message.seq) },
    };
  });
  const all: PaletteItem = {
    id: "search:all",
    group: "Messages",
    label: `Search for “${query}” in all messages`,
    Icon: Search,
    command: { kind: "go", href: paths.search(query) },
  };
  return [...messages, all];
}
