import type { ChannelNameDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";

/** A message that was found, and its channel. */
export type SearchResultDto = { message: MessageDto; channel: ChannelNameDto };

/** The orders of results: by time, the newest first, or by how well they match. */
export const SEARCH_SORTS = ["time", "relevance"] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** A word of the query is also found inside of longer words if it has at least this many characters. */
export const SHORTEST_PART = 3;

/** The most results by relevance. Worse ones aren't of interest. */
export const BEST = 100;

/** A page of search results. */
export type SearchPageDto = {
  results: SearchResultDto[];
  /** Whether there are more results. By relevance, the best 100 are all. */
  more: boolean;
  /** The search terms to highlight: each is one or more consecutive words, normalized. */
  terms: string[];
};

/** A search that a person saved. */
export type SavedSearchDto = { id: string; name: string; query: string };

/** How many messages a search finds, counted up to a limit; `more` means that there are more than that. */
export type SearchCountDto = { count: number; more: boolean };

/** A person to start a direct message with. */
export type FoundPersonDto = { id: string; name: string; avatarUrl: string | null };

/** The names of those whose messages a person can search for, and of the senders, as in the registry, whose cards. */
export type SearchAuthorsDto = { people: string[]; webhooks: string[]; senders: string[] };
