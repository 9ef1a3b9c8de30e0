"use client";

import { type ReactNode, useState } from "react";
import { Attachments } from "@/components/chat/message/attachment/attachments";
import { Collapsible } from "@/components/chat/message/card/collapsible";
import { EmbedCard } from "@/components/chat/message/card/embed-card";
import { Markdown } from "@/components/chat/message/markdown/markdown";
import { useAuthorAction } from "@/components/people/author-action";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { Time } from "@/components/ui/time/time";
import { richEmbeds } from "@/lib/messages/cards/markdown-texts";
import type { Embed, MessageDto } from "@/lib/messages/dto";

const CardPayload = deferredPart(async () => (await import("@/components/chat/message/card/card-payload")).CardPayload);

/** A message's text, embeds and files. While the text is edited, only the others. */
export function MessageBody({ message, hasText = true, above, actions, taken, followed = false }: MessageBodyProps) {
  const { channelId, id, author } = message;
  // Whoever may open the webhook's settings may see its payloads.
  const managed = useAuthorAction(author);
  const [payloadShown, setPayloadShown] = useState(false);
  if (message.deleted) return <p className="text-text-muted italic">This message was deleted.</p>;
  const rich = richEmbeds(message);
  // The card that the message's incident is about.
  const reported = Math.max(
    0,
    message.embeds.findIndex((embed) => embed.card?.state?.open),
  );
  const webhookId = managed && "href" in managed ? author.id : null;
  const payload = webhookId !== null && (
    <button
      type="button"
      aria-expanded={payloadShown}
      onClick={() => setPayloadShown(!payloadShown)}
      className="underline underline-offset-2"
    >
      {payloadShown ? "Hide payload" : "Show payload"}
    </button>
  );
  // A card that says when it ended says it already.
  const note = message.editedAt && (
    <>
      {message.updateCount === 0 ? "edited" : "updated"}{" "}
      <Time at={message.editedAt} format="clock" note={timesUpdated(message)} />
    </>
  );
  return (
    <>
      {hasText && (message.content || (note && message.embeds.length === 0)) && (
        <div className="flex flex-col">
          {message.content && <Text message={message} />}
          {note && <span className="text-text-muted text-xs">{note}</span>}
        </div>
      )}
      {message.embeds.length > 0 && (
        <div className="@container flex flex-col gap-(--message-part)">
          {message.embeds.map((embed, index) => (
            <EmbedCard
              // biome-ignore lint/suspicious/noArrayIndexKey: a message's embeds are replaced together and never move.
              key={index}
              part={`card ${index}`}
              embed={embed}
              plain={index >= rich}
              note={joined(index === 0 && !message.content && !embed.card?.endedAt && note, embed.isPlain && payload)}
              above={above}
              actions={index === reported && actions}
              taken={index === reported && taken}
              folds={followed && isResolved(message, embed)}
            />
          ))}
          {payloadShown && webhookId !== null && (
            <CardPayload channelId={channelId} webhookId={webhookId} messageId={id} />
          )}
        </div>
      )}
      {message.attachments.length > 0 && <Attachments attachments={message.attachments} />}
    </>
  );
}

type MessageBodyProps = {
  message: MessageDto;
  hasText?: boolean;
  /** What the line above the cards says already. */
  above?: "tool" | "place" | undefined;
  /** Buttons for its incident, and who takes care of that. Both are inside the card. */
  actions?: ReactNode;
  taken?: ReactNode;
  /** Whether newer messages follow. */
  followed?: boolean;
};

/** Returns whether a card says that what it reported earlier is over: it ended well, or as planned, such as a merge. */
function isResolved({ updateCount, incident }: MessageDto, { card }: Embed): boolean {
  const wasReported = updateCount > 0 || card?.endedAt !== undefined;
  const isOver = card?.state?.tone === "good" || card?.state?.tone === "done";
  return isOver && !card?.state?.open && wasReported && !incident;
}

/** Returns both with a dot between them, or the one that is there. */
function joined(one: ReactNode, other: ReactNode): ReactNode {
  if (!one || !other) return one || other;
  return (
    <>
      {one} · {other}
    </>
  );
}

/** The text, folded if it's long. */
function Text({ message: { content } }: { message: MessageDto }) {
  // Shorter text is never as tall as a fold, and each fold observes its size.
  if (content.length < 400 && content.split("\n").length < 16) return <Markdown source={content} />;
  return (
    <Collapsible size="text" part="text">
      <Markdown source={content} />
    </Collapsible>
  );
}

/** Returns how often a tool has updated the message: "updated 3 times". Only its tooltip says so: the number grows all day. */
function timesUpdated({ updateCount }: MessageDto): string | undefined {
  return updateCount > 1 ? `updated ${updateCount} times` : undefined;
}
