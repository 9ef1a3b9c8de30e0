"use client";

import { Button } from "@/components/ui/controls/button";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { SearchX } from "@/components/ui/icons/more-icons";
import { type Page, usePages } from "@/components/ui/lists/use-pages";
import { dayKey, dayName } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { useNow } from "@/components/ui/time/use-now";
import { useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import {
  BEST,
  type SearchCountDto,
  type SearchPageDto,
  type SearchResultDto,
  type SearchSort,
} from "@/lib/messages/search/dto";
import { paths } from "@/lib/text/paths";
import { counted } from "@/lib/text/size-text";
import { ResultRow } from "./result-row";

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
    const answer = await request<SearchPageDto>(paths.api.search(query, PAGE, before, sort));
    return answer.ok ? { ok: true, data: toPage(answer.data) } : { ok: false, error: answer.error ?? FAILED };
  });
  const isWhole = !first.more && sort === "time";
  const counted = useData<SearchCountDto>(isWhole ? null : paths.api.searchCount(query)).data;
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
