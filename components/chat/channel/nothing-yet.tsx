import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Archive, MessagesSquare } from "@/components/ui/icons/more-icons";
import { type ChannelDto, channelTitle } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";

/** The empty state of a channel or direct message. */
export function NothingYet({ channel, me }: { channel: ChannelDto; me: MeDto }) {
  if (channel.archived)
    return (
      <EmptyState icon={<Archive />} title={`Nothing was posted in ${channelTitle(channel)}`}>
        It was archived before anyone wrote in it.
      </EmptyState>
    );
  return (
    <EmptyState icon={<MessagesSquare />} title={`This is the beginning of ${whatBegins(channel, me)}`}>
      {channel.kind === "direct" ? whoReads(channel, me) : "Say hello"}
      {channel.canManageWebhooks && (
        <>
          , or{" "}
          <Link href={paths.settings(channel.id, "webhooks")} className="text-accent underline underline-offset-2">
            add a webhook
          </Link>{" "}
          to have a tool post here
        </>
      )}
      .
    </EmptyState>
  );
}

function whatBegins(channel: ChannelDto, me: MeDto): string {
  if (channel.kind !== "direct") return channelTitle(channel);
  return isAlone(channel, me) ? "your notes to yourself" : `your conversation with ${channel.name}`;
}

function whoReads(channel: ChannelDto, me: MeDto): string {
  if (isAlone(channel, me)) return "Only you can see this";
  return `Only the ${channel.memberCount === 2 ? "two" : channel.memberCount} of you can see this`;
}

function isAlone({ people }: ChannelDto, me: MeDto): boolean {
  return people?.[0]?.id === me.id;
}
