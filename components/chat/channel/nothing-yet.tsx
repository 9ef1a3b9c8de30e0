import { webhookName } from "@/components/chat/channel/filter/filter-name";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { ListFilter } from "@/components/ui/icons/icons";
import { Archive, MessagesSquare } from "@/components/ui/icons/more-icons";
import { type ChannelDto, channelTitle } from "@/lib/channels/dto";
import type { MessageFilter } from "@/lib/messages/schema";
import type { MeDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

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

/** The empty state of a filter that matches no messages. */
export function EmptyFilter({ channelId, filter, webhooks }: EmptyFilterProps) {
  const [title, text] = wordsFor(filter, webhooks);
  return (
    <EmptyState
      icon={<ListFilter />}
      title={title}
      action={
        <Link href={paths.channel(channelId)} className={buttonStyle("secondary", "small")}>
          Show all messages
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

function wordsFor(filter: MessageFilter, webhooks: readonly ChannelWebhookDto[]): [title: string, text: string] {
  if (filter.by === "people") return ["No messages from people yet", "Messages from people appear here."];
  const name = webhookName(filter.webhookId, webhooks);
  if (name === null) return ["This webhook isn't in this channel", "The link may be out of date."];
  return [`${name} hasn't posted here yet`, "Its messages appear here."];
}

type EmptyFilterProps = { channelId: string; filter: MessageFilter; webhooks: readonly ChannelWebhookDto[] };
