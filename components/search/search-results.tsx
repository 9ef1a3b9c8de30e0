"use client";

import { AuthorAvatar } from "@/components/chat/message/author";
import { AuthorCardName } from "@/components/chat/message/author-card";
import { CardLine } from "@/components/chat/message/card/card-line";
import { mentionsOf } from "@/components/chat/message/markdown/mentions";
import { Button } from "@/components/ui/controls/button";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { SearchX } from "@/components/ui/icons/more-icons";
import { type Page, usePages } from "@/components/ui/lists/use-pages";
import { Time } from "@/components/ui/time/time";
import { dayKey, dayName } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { useNow } from "@/components/ui/time/use-now";
import { useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { channelTitle } from "@/lib/channels/dto";
import {
  BEST,
  type SearchCountDto,
  type SearchPageDto,
  type SearchResultDto,
  type SearchSort,
} from "@/lib/messages/search/dto";
import { paths } from "@/lib/text/paths";
import { searchPaths } from "@/lib/text/search-paths";
import { counted } from "@/lib/text/size-text";
import { cleanText } from "@/lib/text/text";
import { excerptOf } from "./excerpt";
import { Marked } from "./marked";
import { embedsToShow, saidByEmbed, saidIn } from "./said";

const PAGE = 20;
const FAILED = "Couldn't load more messages. Check your connection and try again.";

type SearchResultsProps = { query: string; sort: SearchSort; first: SearchPageDto };

/** The messages found, by day with a button for older ones, or the best matches. */
export function SearchResults({ query, sort, first }: SearchResultsProps) {
  const {
    items: results,
    more,
    busy,
  } = usePages(toPage(first), async (before) => {
    const answer = await request<SearchPageDto>(searchPaths.messages(query, PAGE, before, sort));
    return answer.ok ? { ok: true, data: toPage(answer.data) } : { ok: false, error: answer.error ?? FAILED };
  });
  const isWhole = !first.more && sort === "time";
  const counted = useData<SearchCountDto>(isWhole ? null : searchPaths.count(query)).data;
  const zone = useTimeZone();
  const now = useNow();
  if (results.length === 0) {
    return (
      <EmptyState icon={<SearchX />} title="No messages found">
        Try fewer or shorter words, or remove filters. Only channels you can read are searched.
      </EmptyState>
    );
  }
  const days = sort === "time" ? byDay(results, zone) : [results];
  return (
    <section aria-labelledby="search-results" className="flex flex-col gap-4">
      <div className="-mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-text-muted">
        <h2 id="search-results" className="font-medium">
          {sort === "time" ? "Messages, newest first" : "Messages, best match first"}
        </h2>
        <span className="flex items-baseline justify-between gap-4 max-sm:w-full">
          <Link
            href={paths.search(query, sort === "time" ? "relevance" : "time")}
            className="text-accent underline-offset-2 hover:underline"
          >
            {sort === "time" ? "Sort by relevance" : "Sort by time"}
          </Link>
          {/* As wide as the longest count, so that nothing moves when it arrives. */}
          <span aria-hidden="true" className="min-w-[15ch] text-right tabular-nums">
            {isWhole ? countText(results.length) : counted ? countText(counted.count, counted.more) : "…"}
          </span>
        </span>
      </div>
      {days.map((day) => (
        <div key={day[0]?.id} className="flex flex-col gap-2">
          {sort === "time" && (
            <h3 className="font-semibold text-sm">{dayName(new Date(day[0]?.message.createdAt ?? 0), zone, now)}</h3>
          )}
          <ol aria-labelledby="search-results" className="divide-y overflow-hidden rounded-xl border">
            {day.map((result) => (
              <ResultRow key={result.message.id} result={result} terms={first.terms} />
            ))}
          </ol>
        </div>
      ))}
      {more && (
        <Button busy={busy} onClick={more} className="self-center">
          Show more
        </Button>
      )}
      {sort === "relevance" && results.length >= BEST && (
        <p className="text-center text-text-muted text-xs">
          These are the {BEST} best matches among the latest messages.
        </p>
      )}
      <p role="status" className="sr-only">
        {`${countText(results.length)} shown`}
      </p>
    </section>
  );
}

/** Groups results, which are in the order of time, by the reader's days. */
function byDay(results: readonly SearchHit[], zone: string): SearchHit[][] {
  const days: SearchHit[][] = [];
  let last = "";
  for (const result of results) {
    const day = dayKey(new Date(result.message.createdAt), zone);
    if (day === last) days.at(-1)?.push(result);
    else days.push([result]);
    last = day;
  }
  return days;
}

type SearchHit = SearchResultDto & { id: string };

/** Returns "3 messages", or "1,000+ messages" if there are more. */
function countText(count: number, more = false): string {
  return more ? `${count.toLocaleString("en-US")}+ messages` : counted(count, "message", "messages");
}

function toPage({ results, more }: SearchPageDto): Page<SearchHit> {
  const items = results.map((result) => ({ ...result, id: result.message.id }));
  return { items, next: more ? (items.at(-1)?.id ?? null) : null };
}

type ResultRowProps = { result: SearchResultDto; terms: readonly string[] };

/** A search result: the message's channel, author and time, with the excerpt that matches. */
function ResultRow({ result: { message, channel }, terms }: ResultRowProps) {
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
          const marked = (text: string) => <Marked parts={excerptOf([text], terms, 160)} />;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message's embeds are replaced together and never move.
            <div key={at} className="mt-1.5 border-border-strong border-s-2 ps-3 text-sm">
              <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
                {embed.card ? <CardLine embed={embed} mentions={mentions} show={marked} /> : marked(title)}
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
