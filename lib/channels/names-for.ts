import type { AccessibleChannel } from "@/lib/channels/access";
import { type ChannelKind, channelTitle, type DirectPersonDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/files/images/signed-url";

type Channel = { id: bigint; name: string; kind: ChannelKind };

/** A channel's name for one reader, and the people in it if it's a direct message. */
type NameForReader = { name: string; people?: DirectPersonDto[] };

/**
 * Returns each channel's name for this reader, who must be allowed to see it. Direct messages are named after the other
 * people in them.
 */
export async function namesFor(
  user: { id: bigint },
  channels: readonly Channel[],
): Promise<(channel: Channel) => NameForReader> {
  const directs = channels.filter(({ kind }) => kind === "direct").map(({ id }) => id);
  const people = directs.length > 0 ? await peopleOf(directs) : new Map<bigint, DirectPersonDto[]>();
  const me = `${user.id}`;
  return ({ id, name, kind }) => {
    if (kind !== "direct") return { name };
    const all = people.get(id) ?? [];
    const others = all.filter((person) => person.id !== me);
    const shown = others.length > 0 ? others : all;
    return { name: directName(shown, me), people: shown };
  };
}

/** The title of the reader's tab in this channel: "#deploys" or "Grace Hopper". */
export async function titleFor({ user, channel }: AccessibleChannel): Promise<string> {
  const naming = await namesFor(user, [channel]);
  return channelTitle({ kind: channel.kind, ...naming(channel) });
}

async function peopleOf(channelIds: bigint[]): Promise<Map<bigint, DirectPersonDto[]>> {
  const rows = await db().membership.findMany({
    where: { channelId: { in: channelIds } },
    orderBy: [{ user: { name: "asc" } }, { userId: "asc" }],
    select: { channelId: true, user: { select: { id: true, name: true, avatarUrl: true } } },
  });
  const people = new Map<bigint, DirectPersonDto[]>();
  for (const { channelId, user } of rows) {
    people.set(channelId, [
      ...(people.get(channelId) ?? []),
      { id: `${user.id}`, name: user.name, avatarUrl: shownImage(user.avatarUrl, user.id) },
    ]);
  }
  return people;
}

/** A direct message's name for the reader: "Grace Hopper, Linus", or "Ada (you)" for notes to themselves. */
export function directName(people: readonly DirectPersonDto[], readerId: string): string {
  return people.map(({ id, name }) => (id === readerId ? `${name} (you)` : name)).join(", ");
}
