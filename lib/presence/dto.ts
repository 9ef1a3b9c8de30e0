/** What others see of somebody who has Parley open: `away` when all their tabs are hidden, or nothing was done in them for a while. */
export type PresenceState = "here" | "away";

/** What the head of a channel's page says at first: how many of its members are here, or in a direct message of two the other one. */
export type ChannelPresenceDto = { here: number; person: PresenceState | "offline" | null };

/** What changed of whom, by `presenceKey`; `off` are those who have gone. */
export type PresenceDiff = { here: string[]; away: string[]; off: string[] };

/** A person's id as short as presence tells it, since all of a workspace are told at once. */
export function presenceKey(userId: string | bigint): string {
  return BigInt(userId).toString(36);
}
