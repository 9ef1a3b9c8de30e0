import type { ChannelNameDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";

/** A message that was found, and where it stands. */
export type SearchResultDto = { message: MessageDto; channel: ChannelNameDto };

/** A page of what was found, newest first. */
export type SearchPageDto = {
  results: SearchResultDto[];
  /** Whether older messages would be found, before the last of these. */
  more: boolean;
  /** What was searched for, as it is to be marked: each of these is one word or several in a row, folded. */
  terms: string[];
};

/** Somebody to write to. */
export type FoundPersonDto = { id: string; name: string; avatarUrl: string | null };
