import { useId } from "react";
import { MentionsProvider } from "@/components/chat/message/markdown/mentions-context";
import { MessageBody } from "@/components/chat/message/message-body";
import { Time } from "@/components/ui/time/time";
import type { MessageDto } from "@/lib/messages/dto";

/** Says what happened in the channel: who joined, left or renamed it. Arrow keys pass over it, because nothing can be done with it. */
export function ChannelLine({ message }: { message: MessageDto }) {
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      tabIndex={-1}
      data-seq={message.seq}
      data-message={message.id}
      className="grid grid-cols-[var(--message-column)_minmax(0,1fr)] items-baseline gap-x-3 border-transparent border-s-2 px-4.5 py-1 text-sm text-text-muted"
    >
      <span className="text-end text-xs">
        <Time at={message.createdAt} format="clock" />
      </span>
      <div id={id} className="min-w-0 [overflow-wrap:anywhere]">
        <MentionsProvider message={message}>
          <MessageBody message={message} />
        </MentionsProvider>
      </div>
    </article>
  );
}
