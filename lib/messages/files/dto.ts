import type { ChannelNameDto } from "@/lib/channels/dto";
import type { ChannelFileDto } from "@/lib/files/uploads/dto";

/** A file among those of all channels. */
export type FoundFileDto = ChannelFileDto & { channel: ChannelNameDto };
export type FoundFilesDto = { items: FoundFileDto[]; next: string | null };
