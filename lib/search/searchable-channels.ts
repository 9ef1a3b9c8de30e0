import type { ChannelNameDto } from "@/lib/channels/dto";
import { foldName } from "@/lib/channels/fold-name";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/users/find-session-user";

/**
 * The channels that this person may read, archived ones included, by their ids: all of them, or those that one of `names` means.
 * A direct message is also meant by the name of somebody in it.
 */
export async function searchableChannels(
  user: SessionUser,
  names: readonly string[],
): Promise<Map<bigint, ChannelNameDto>> {
  const rows = await db().channel.findMany({
    where: { OR: [{ kind: "public" }, { memberships: { some: { userId: user.id } } }] },
    select: { id: true, name: true, kind: true },
  });
  const naming = await namesFor(user, rows);
  const channels = rows.map((row) => [row.id, { id: `${row.id}`, name: naming(row).name, kind: row.kind }] as const);
  const wanted = names.map(foldName);
  return new Map(wanted.length === 0 ? channels : channels.filter(([, channel]) => isMeant(channel, wanted)));
}

function isMeant({ name, kind }: ChannelNameDto, wanted: readonly string[]): boolean {
  const folded = foldName(name);
  return wanted.some((one) => folded === one || (kind === "direct" && ` ${folded}`.includes(` ${one}`)));
}
