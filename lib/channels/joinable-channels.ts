import type { ChannelNameDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/users/find-session-user";

// A longer list would only slow the palette down; the page of all channels shows the rest.
const MOST = 500;

/** The open public channels that this person has not joined, by name. */
export async function joinableChannels(user: SessionUser): Promise<ChannelNameDto[]> {
  const rows = await db().channel.findMany({
    where: { kind: "public", archivedAt: null, memberships: { none: { userId: user.id } } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: { id: true, name: true, kind: true },
    take: MOST,
  });
  return rows.map((row) => ({ ...row, id: `${row.id}` }));
}
