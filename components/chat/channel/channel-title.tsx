import { withSigns } from "@/components/emoji/signs";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { type ChannelDto, channelTitle, type DirectPersonDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";

const MOST_AVATARS = 3;

/** A channel's name in its header, linked to its settings for members. A direct message shows its people's avatars. */
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
      <Avatars people={channel.people} />
      <span className="min-w-0 truncate">{withSigns(channel.name)}</span>
    </span>
  );
}

/** Overlapping avatars, hidden from screen readers because the names follow. */
function Avatars({ people }: { people: readonly DirectPersonDto[] }) {
  return (
    <span aria-hidden="true" className="flex shrink-0 -space-x-1.5">
      {people.slice(0, MOST_AVATARS).map(({ id, name, avatarUrl }) => (
        <Avatar key={id} name={name} seed={id} src={avatarUrl} size={28} className="ring-2 ring-surface" />
      ))}
    </span>
  );
}
