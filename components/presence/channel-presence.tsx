import type { ChannelDto } from "@/lib/channels/dto";
import type { ChannelPresenceDto } from "@/lib/presence/dto";
import { HereCount, PersonState } from "./live-presence";

type ChannelPresenceProps = {
  channel: Pick<ChannelDto, "id" | "people">;
  /** As it was when the page was made. */
  rendered: ChannelPresenceDto;
};

/** Who is here, at the head of a channel: how many of its members, or in a direct message of two the other one. Its room is kept. */
export function ChannelPresence({ channel, rendered }: ChannelPresenceProps) {
  const [only, ...others] = channel.people ?? [];
  if (only && others.length === 0) {
    return (
      <p className="flex min-w-19 shrink-0 items-center gap-1.5 px-1 text-sm text-text-muted">
        <PersonState userId={only.id} rendered={rendered.person} />
      </p>
    );
  }
  return (
    <p className="flex shrink-0 items-center gap-3 px-1 text-sm text-text-muted tabular-nums @max-xl:hidden">
      <span className="flex min-w-16 items-center gap-1.5">
        <HereCount channelId={channel.id} rendered={rendered.here} />
      </span>
    </p>
  );
}
