import type { AccessibleChannel } from "@/lib/channels/access";
import { type ChannelKind, channelTitle, type DirectPersonDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/images/signed-url";

type Channel = { id: bigint; name: string; kind: ChannelKind };

/** A channel as one reader calls it; with its people when it is a direct message. */
type Naming = { name: string; people?: DirectPersonDto[] };

/** How the reader calls each of these channels, which they must be allowed to see: a direct message by the others in it. */
export async function namesFor(
  user: { id: bigint },
  channels: readonly Channel[],
): Promise<(channel: Channel) => Naming> {
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

/** What the reader's tab is called while they are in the channel: "#deploys" or "Grace Hopper". */
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

/** What a direct message with these people is called for the reader: "Grace Hopper, Linus"; "Ada (you)" when it is a note to oneself. */
export function directName(people: readonly DirectPersonDto[], readerId: string): string {
  return people.map(({ id, name }) => (id === readerId ? `${name} (you)` : name)).join(", ");
}
