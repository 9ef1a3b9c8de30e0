import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { ListFilter } from "@/components/ui/icons/icons";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/text/paths";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";
import { webhookName } from "./filter-name";

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
