import { AuthorAvatar } from "@/components/chat/message/author";
import { AuthorCardName } from "@/components/chat/message/author-card";
import { mentionsOf } from "@/components/chat/message/markdown/mentions";
import { Link } from "@/components/ui/controls/link";
import { Time } from "@/components/ui/time/time";
import { channelTitle } from "@/lib/channels/dto";
import type { SearchResultDto } from "@/lib/messages/search/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { excerptOf } from "./excerpt";
import { Marked } from "./marked";
import { embedsToShow, saidByEmbed, saidIn } from "./said";

type ResultRowProps = { result: SearchResultDto; terms: readonly string[] };

/** A search result: the message's channel, author and time, with the excerpt that matches. */
export function ResultRow({ result: { message, channel }, terms }: ResultRowProps) {
  const { author, createdAt, embeds } = message;
  const name = cleanText(author.name);
  const mentions = mentionsOf(message, null);
  const title = cleanText(channelTitle(channel));
  return (
    <li className="relative flex gap-3 px-4 py-3 transition-colors focus-within:bg-surface-hover/60 hover:bg-surface-hover/60">
      <AuthorAvatar author={author} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
          <AuthorCardName author={author} className="max-w-full text-base" />
          <Link
            href={paths.message(channel.id, message.seq)}
            aria-label={`Open the message from ${name} in ${title}`}
            className="max-w-full truncate rounded-md py-1 text-text-muted after:absolute after:inset-0"
          >
            {title}
          </Link>
          {message.threadId !== null && <span className="text-text-muted">in a thread</span>}
          <span className="text-text-muted text-xs sm:ms-auto">
            <Time at={createdAt} format="relative" className="min-w-0!" />
          </span>
        </p>
        {message.content !== "" && (
          <p dir="auto" className="mt-0.5 line-clamp-4 wrap-anywhere">
            <Marked parts={excerptOf([saidIn(message.content, mentions, terms)], terms, 320)} />
          </p>
        )}
        {embedsToShow(embeds, terms).map((embed, at) => {
          const [title = "", ...others] = saidByEmbed(embed, mentions, terms);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message's embeds are replaced together and never move.
            <div key={at} className="mt-1.5 border-border-strong border-s-2 ps-3 text-sm">
              <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
                <Marked parts={excerptOf([title], terms, 160)} />
              </p>
              {others.length > 0 && (
                <p dir="auto" className="line-clamp-2 text-text-muted wrap-anywhere">
                  <Marked parts={excerptOf(others, terms, 200)} />
                </p>
              )}
            </div>
          );
        })}
        {message.content === "" && embeds.length === 0 && (
          <p dir="auto" className="mt-0.5 text-text-muted wrap-anywhere">
            {message.attachments.map((file) => file.name).join(", ")}
          </p>
        )}
      </div>
    </li>
  );
}
