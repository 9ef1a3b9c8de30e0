import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { notifiesReader } from "@/components/chat/message/markdown/mentions";
import { MentionsProvider, useReaderId } from "@/components/chat/message/markdown/mentions-context";
import { StatusMark } from "@/components/people/status-mark";
import { Button } from "@/components/ui/controls/button";
import { Bookmark, CircleAlert, Pin } from "@/components/ui/icons/icons";
import { Time } from "@/components/ui/time/time";
import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";
import { AuthorAvatar, AuthorName } from "./author";
import { placeOf } from "./card/card-head";
import { MessageBody } from "./message-body";
import { QueuedLine } from "./queued-line";

/** A message as its readers see it. A grouped one leaves out the author shown above. */
export function MessageArticle({ message, grouped = false, state = "sent", ...props }: MessageArticleProps) {
  const id = useId();
  const mentioned = notifiesReader(message, useReaderId());
  const { author } = message;
  if (message.deleted && !message.thread) return null;
  const isBoxed = !message.deleted && message.content === "";
  const place = grouped ? null : placeAbove(message);
  const above = place ? "place" : isToolItself(message) ? "tool" : undefined;
  return (
    <article
      tabIndex={-1}
      {...props.article}
      aria-labelledby={clsx(`${id}-author ${id}-time`, mentioned && `${id}-mention`)}
      data-seq={message.seq}
      data-message={message.id}
      className={clsx(
        "group/message relative grid grid-cols-[var(--message-column)_minmax(0,1fr)] gap-x-3 border-s-2 px-4.5 leading-(--message-leading) -outline-offset-2",
        isBoxed ? "py-(--message-card)" : "py-(--message-space)",
        !grouped && "pt-(--message-first)",
        props.before && "mt-6",
        props.highlighted || mentioned
          ? "border-mention-bar bg-mention"
          : "border-transparent hover:bg-surface-hover/60 focus-within:bg-surface-hover/60",
      )}
    >
      {props.before}
      {grouped ? (
        <span
          id={`${id}-time`}
          className={clsx(
            "text-end text-text-muted text-xs leading-(--message-leading)",
            isBoxed ? "pt-(--card-space)" : "pt-px",
            // A tool's message reports an event, so its time is always visible.
            author.kind === "user" &&
              "opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100",
          )}
        >
          <MessageTime message={message} />
        </span>
      ) : (
        <AuthorAvatar
          author={author}
          className="mt-0.5 size-(--message-avatar)! justify-self-end text-(length:--message-initials)!"
        />
      )}
      <div
        className={clsx(
          "flex min-w-0 max-w-wide flex-col",
          (state === "pending" || state === "queued") && "text-text-muted",
        )}
      >
        {grouped ? (
          <span id={`${id}-author`} className="sr-only">
            {cleanText(author.name)}
            {author.kind === "webhook" && " APP"}
          </span>
        ) : (
          <MessageByline id={id} message={message} place={place} />
        )}
        {mentioned && (
          <span id={`${id}-mention`} className="sr-only">
            mentions you
          </span>
        )}
        {props.saved && (
          <span className="flex items-center gap-1 text-accent text-xs">
            <Bookmark aria-hidden="true" className="size-3" />
            Saved for later
          </span>
        )}
        {message.pinned && (
          <span className="flex items-center gap-1 text-text-muted text-xs">
            <Pin aria-hidden="true" className="size-3" />
            Pinned
          </span>
        )}
        {props.note}
        {message.sentBy && (
          <span className="break-words text-text-muted text-xs">
            Sent by <span className="font-medium">{cleanText(message.sentBy.name)}</span> through this webhook
          </span>
        )}
        <div className={clsx("flex flex-col gap-(--message-part)", isBoxed && !grouped && "pt-px")}>
          {props.editor}
          <div data-said className="flex flex-col gap-(--message-part) empty:hidden">
            <MentionsProvider message={message}>
              <MessageBody
                message={message}
                hasText={!props.editor}
                above={above}
                actions={props.actions}
                taken={props.taken}
                followed={props.followed ?? false}
              />
            </MentionsProvider>
          </div>
          {state === "failed" && (
            <FailedLine reason={props.reason} onRetry={props.onRetry} onDiscard={props.onDiscard} />
          )}
          {state === "queued" && (
            <QueuedLine kept={props.kept ?? false} onRetry={props.onRetry} onDiscard={props.onDiscard} />
          )}
          {props.footer}
        </div>
      </div>
      {props.toolbar}
    </article>
  );
}

type MessageArticleProps = {
  message: MessageDto;
  grouped?: boolean;
  /** Whether the reader saved it for later. */
  saved?: boolean;
  /** `queued`: it waits for a connection. */
  state?: "sent" | "pending" | "queued" | "failed";
  /** Whether this device has stored a queued message. */
  kept?: boolean;
  /** Rendered above the message: the "New" line. */
  before?: ReactNode;
  /** Why it failed. */
  reason?: string | undefined;
  onRetry?: (() => void) | undefined;
  onDiscard?: () => void;
  /** Whether a permalink points here. */
  highlighted?: boolean;
  /** Buttons at the top right, on hover and on keyboard focus. */
  toolbar?: ReactNode;
  /** Replaces the text. */
  editor?: ReactNode;
  /** Above the text: that a reply is also in the channel. */
  note?: ReactNode;
  /** Inside its card: buttons for its incident, and who takes care of that. */
  actions?: ReactNode;
  taken?: ReactNode;
  /** Whether newer messages follow. */
  followed?: boolean;
  /** Below the text: reactions and the thread. */
  footer?: ReactNode;
  /** The article element's own props: its ref and handlers. */
  article?: Omit<ComponentProps<"article">, "className" | "children">;
};

/** The author, the APP badge and the time. `id` is the prefix of the ids that name the article. */
function MessageByline({ id, message, place }: MessageBylineProps) {
  const { author } = message;
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <AuthorName author={author} id={`${id}-author`} linked />
      <span id={`${id}-time`} className="shrink-0 text-text-muted text-xs">
        <MessageTime message={message} />
      </span>
      {place && (
        <span className="flex min-w-0 gap-1.5 text-text-muted text-xs">
          <span aria-hidden="true">·</span>
          <span dir="auto" className="truncate">
            {cleanText(place)}
          </span>
        </span>
      )}
      {author.kind === "user" && <StatusMark userId={author.id} className="text-sm" />}
    </div>
  );
}

type MessageBylineProps = { id: string; message: MessageDto; place: string | null };

/** When it was posted, and on hover whether that was silent. */
function MessageTime({ message: { createdAt, silent } }: { message: MessageDto }) {
  return (
    <>
      <Time at={createdAt} format="clock" note={silent && SILENT} />
      {silent && <span className="sr-only">, {SILENT.toLowerCase()}</span>}
    </>
  );
}

const SILENT = "Posted silently";

/** Returns whether the message's author is the tool of its cards, so that they needn't name it. */
function isToolItself({ author, embeds }: MessageDto): boolean {
  return author.kind === "webhook" && embeds.length > 0 && embeds.every(({ tool }) => tool?.name === author.name);
}

/** Returns the place of the message's only card, which is shown beside its tool's name; null if that isn't the author. */
function placeAbove(message: MessageDto): string | null {
  const [embed, ...others] = message.embeds;
  if (!embed || others.length > 0 || message.content !== "" || !isToolItself(message)) return null;
  return placeOf(embed) || null;
}

/** Says that a message wasn't sent and why, and offers to retry or discard it. */
function FailedLine({ reason, onRetry, onDiscard }: FailedLineProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-1 text-danger text-sm">
      <span className="flex min-w-0 gap-1.5">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">Not sent.{reason && ` ${reason}`}</span>
      </span>
      <span className="flex">
        <Button variant="ghost" size="small" className="text-text" onClick={onRetry}>
          Retry
        </Button>
        <Button variant="ghost" size="small" onClick={onDiscard}>
          Discard
        </Button>
      </span>
    </div>
  );
}

type FailedLineProps = {
  reason: string | undefined;
  onRetry: (() => void) | undefined;
  onDiscard: (() => void) | undefined;
};
