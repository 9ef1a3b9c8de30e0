/** A connected person's presence: `away` if all their tabs are hidden, or nothing was done in them for a while. */
export type PresenceState = "here" | "away";

/**
 * The presence at the top of a channel's page: how many members are online, or in a direct message of two, the other
 * person's.
 */
export type ChannelPresenceDto = { here: number; person: PresenceState | "offline" | null };

/** Changes in presence, by `presenceKey`; `off` are people who went offline. */
export type PresenceDiff = { here: string[]; away: string[]; off: string[] };

/** Returns a person's id in a shorter form, because presence lists everyone in a workspace. */
export function presenceKey(userId: string | bigint): string {
  return BigInt(userId).toString(36);
}
