import type { ChannelNameDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";

/** A message that was found, and its channel. */
export type SearchResultDto = { message: MessageDto; channel: ChannelNameDto };

/** A page of search results, newest first. */
export type SearchPageDto = {
  results: SearchResultDto[];
  /** Whether there are older results. */
  more: boolean;
  /** The search terms to highlight: each is one or more consecutive words, normalized. */
  terms: string[];
};

/** A person to start a direct message with. */
export type FoundPersonDto = { id: string; name: string; avatarUrl: string | null };

/** The names of those whose messages a person can search for. */
export type SearchAuthorsDto = { people: string[]; webhooks: string[] };
