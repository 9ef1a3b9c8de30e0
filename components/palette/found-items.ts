import { Search } from "@/components/ui/icons/icons";
import { CircleUser, MessageSquareText } from "@/components/ui/icons/more-icons";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { FoundPersonDto, SearchPageDto } from "@/lib/messages/search/dto";
import { paths } from "@/lib/text/paths";
import type { PaletteItem } from "./palette-item";

/** Returns people to message: those without a direct message among the channels. */
export function peopleItems(people: readonly FoundPersonDto[], channels: readonly SidebarChannelDto[]): PaletteItem[] {
  const known = new Set(channels.flatMap(({ people: others = [] }) => (others.length === 1 ? others : [])).map(idOf));
  const others = people.filter(({ id }) => !known.has(id));
  return others.map(({ id, name, avatarUrl }) => ({
    id: `person:${id}`,
    group: "People",
    label: name,
    note: "Direct message",
    keywords: [`@${name}`],
    Icon: CircleUser,
    person: { id, name, avatarUrl },
    command: { kind: "direct", userId: id },
  }));
}

function idOf({ id }: { id: string }): string {
  return id;
}

/** The shortest query, in characters, that searches messages. */
export const LEAST_TO_SEARCH = 2;

/** How many messages the palette shows. */
export const MOST_MESSAGES = 5;

/** Returns the messages found and a link to all results, unless there are known to be none. */
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
    label: `Search all messages for “${query}”`,
    Icon: Search,
    command: { kind: "go", href: paths.search(query) },
  };
  return [...messages, all];
}
