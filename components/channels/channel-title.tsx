import { type ChannelDto, channelTitle } from "@/lib/channels/dto";
import { PeopleMark } from "./people-mark";

/** A channel's name at the head of its page: with a # before it, or with the pictures of a direct message's people. */
export function ChannelTitle({ channel }: { channel: Pick<ChannelDto, "kind" | "name" | "people"> }) {
  if (!channel.people) return channelTitle(channel);
  return (
    <span className="flex items-center gap-2.5">
      <PeopleMark people={channel.people} size={28} />
      <span className="min-w-0 truncate">{channel.name}</span>
    </span>
  );
}
