import Link from "next/link";
import { type ChannelDto, channelTitle } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { PeopleMark } from "./people-mark";

/**
 * A channel's name at the head of its page: with a # before it, which leads its members to each other and the settings, or with the
 * pictures of a direct message's people.
 */
export function ChannelTitle({ channel }: { channel: Pick<ChannelDto, "id" | "kind" | "name" | "people" | "role"> }) {
  if (!channel.people) {
    if (channel.role === null) return channelTitle(channel);
    return (
      <Link
        href={paths.settings(channel.id, "members")}
        title="Members and settings"
        className="block truncate rounded-md underline-offset-4 -outline-offset-2 hover:underline"
      >
        {channelTitle(channel)}
      </Link>
    );
  }
  return (
    <span className="flex items-center gap-2.5">
      <PeopleMark people={channel.people} size={28} />
      <span className="min-w-0 truncate">{channel.name}</span>
    </span>
  );
}
