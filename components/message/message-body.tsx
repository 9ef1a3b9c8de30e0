import { Time } from "@/components/ui/time";
import type { MessageDto } from "@/lib/messages/dto";
import { richEmbeds } from "@/lib/messages/markdown-texts";
import { Attachments } from "./attachment/attachments";
import { Collapsible } from "./embed/collapsible";
import { EmbedCard } from "./embed/embed-card";
import { Markdown } from "./markdown/markdown";

/** A message's text, embeds and files. */
export function MessageBody({ message }: { message: MessageDto }) {
  if (message.deleted) return <p className="text-text-muted italic">This message was deleted.</p>;
  const rich = richEmbeds(message);
  return (
    <>
      {(message.content || message.editedAt) && (
        <div className="flex flex-col">
          {message.content && <Text message={message} />}
          {message.editedAt && (
            <span className="text-text-muted text-xs">
              {edited(message)} <Time at={message.editedAt} format="clock" />
            </span>
          )}
        </div>
      )}
      {message.embeds.length > 0 && (
        <div className="flex flex-col gap-(--message-part)">
          {message.embeds.map((embed, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message's embeds are replaced together and never move.
            <EmbedCard key={index} embed={embed} plain={index >= rich} />
          ))}
        </div>
      )}
      {message.attachments.length > 0 && <Attachments attachments={message.attachments} />}
    </>
  );
}

/** A person's text is shown in full; a tool's long text collapses. */
function Text({ message: { author, content } }: { message: MessageDto }) {
  if (author.kind === "user") return <Markdown source={content} />;
  return (
    <Collapsible inset={false}>
      <Markdown source={content} />
    </Collapsible>
  );
}

/** Returns "edited", or how often a tool has updated the message: "updated 3 times, last". */
function edited({ updateCount }: MessageDto): string {
  if (updateCount === 0) return "edited";
  return updateCount === 1 ? "updated" : `updated ${updateCount} times, last`;
}
