/** Where a message stands. */
export type MessagePlace = { channelId: string; seq: number };
