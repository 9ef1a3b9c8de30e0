import type { ChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import { store } from "./store";

/** The open channel and its loaded messages. */
type OpenChannel = { channel: ChannelDto; messages: readonly MessageDto[] };

/** The open channel, set by its page; null before the first. */
export const openChannel = store<OpenChannel | null>(null);
