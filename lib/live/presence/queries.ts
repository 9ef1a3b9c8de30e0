import type { AccessibleChannel } from "@/lib/channels/access";
import { pool } from "@/lib/db/client";
import { type ChannelPresenceDto, presenceKey } from "@/lib/live/presence/dto";
import { presence } from "@/lib/live/presence/presence";

const COUNT = `
SELECT m.channel_id AS id, count(*)::int AS here FROM memberships m
WHERE m.channel_id = ANY($1::bigint[]) AND m.user_id = ANY($2::bigint[]) GROUP BY m.channel_id`;

/** Returns how many of each channel's members are online, by channel id, without channels where no one is. */
export async function countHere(channelIds: readonly bigint[]): Promise<Map<bigint, number>> {
  const here = [...presence().people].flatMap(([key, state]) => (state === "here" ? [idOf(key)] : []));
  return here.length === 0 || channelIds.length === 0 ? new Map() : countAmong(channelIds, here);
}

/** Returns how many of these people are members of each channel, by channel id, without channels that have none. */
export async function countAmong(
  channelIds: readonly bigint[],
  userIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  const values = [`{${channelIds.join(",")}}`, `{${userIds.join(",")}}`];
  const { rows } = await pool().query<{ id: string; here: number }>({ name: "presence-count", text: COUNT, values });
  return new Map(rows.map(({ id, here: count }) => [BigInt(id), count]));
}

/** Returns the presence for a channel's header, as known to this process. `people` are a direct message's other people. */
export async function presenceIn(
  { channel }: AccessibleChannel,
  people: readonly { id: string }[] = [],
): Promise<ChannelPresenceDto> {
  const [only, ...others] = people;
  if (only && others.length === 0) {
    return { here: 0, person: presence().people.get(presenceKey(only.id)) ?? "offline" };
  }
  return { here: (await countHere([channel.id])).get(channel.id) ?? 0, person: null };
}

/** Returns the id of a `presenceKey`. */
function idOf(key: string): bigint {
  let id = 0n;
  for (const digit of key) id = id * 36n + BigInt(Number.parseInt(digit, 36));
  return id;
}
