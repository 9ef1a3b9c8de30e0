"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchX } from "@/components/ui/more-icons";
import { type Page, usePages } from "@/components/ui/use-pages";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import type { SearchPageDto, SearchResultDto } from "@/lib/search/dto";
import { ResultRow } from "./result-row";

const PAGE = 20;
const FAILED = "Couldn't load more messages. Check your connection and try again.";

type SearchResultsProps = { query: string; first: SearchPageDto };

/** The messages found, newest first, with a button for older ones. */
export function SearchResults({ query, first }: SearchResultsProps) {
  const {
    items: results,
    more,
    busy,
  } = usePages(toPage(first), async (before) => {
    const answer = await request<SearchPageDto>(paths.api.search(query, PAGE, before));
    return answer.ok ? { ok: true, data: toPage(answer.data) } : { ok: false, error: answer.error ?? FAILED };
  });
  if (results.length === 0) {
    return (
      <EmptyState icon={<SearchX />} title="No messages found">
        Try fewer or shorter words, or remove filters. Only channels you can read are searched.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="search-results" className="flex flex-col gap-4">
      <div className="-mb-2 flex items-baseline justify-between gap-4 text-sm text-text-muted">
        <h2 id="search-results" className="font-medium">
          Messages, newest first
        </h2>
        <span aria-hidden="true" className="tabular-nums">
          {countText(results.length, more !== null)}
        </span>
      </div>
      <ol aria-labelledby="search-results" className="divide-y overflow-hidden rounded-xl border">
        {results.map((result) => (
          <ResultRow key={result.message.id} result={result} terms={first.terms} />
        ))}
      </ol>
      {more && (
        <Button busy={busy} onClick={more} className="self-center">
          Show more
        </Button>
      )}
      <p role="status" className="sr-only">
        {`${countText(results.length, false)} shown`}
      </p>
    </section>
  );
}

/** Returns "3 messages", or "20+ messages" if there are more. */
function countText(count: number, more: boolean): string {
  if (more) return `${count}+ messages`;
  return count === 1 ? "1 message" : `${count} messages`;
}

function toPage({ results, more }: SearchPageDto): Page<SearchResultDto & { id: string }> {
  const items = results.map((result) => ({ ...result, id: result.message.id }));
  return { items, next: more ? (items.at(-1)?.id ?? null) : null };
}
