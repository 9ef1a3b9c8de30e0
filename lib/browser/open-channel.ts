import type { ChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import { store } from "./store";

/** What the reader has before them: a channel, and its messages as far as the page holds them. */
type OpenChannel = { channel: ChannelDto; messages: readonly MessageDto[] };

/** The channel that is open, told by its page; null before the first. */
export const openChannel = store<OpenChannel | null>(null);
