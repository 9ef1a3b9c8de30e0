import type { Metadata } from "next";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { SavedSearches } from "@/components/search/saved-searches";
import { SearchBox } from "@/components/search/search-box";
import { SearchFilters } from "@/components/search/search-filters";
import { SearchResults } from "@/components/search/search-results";
import { Link } from "@/components/ui/controls/link";
import { ChevronRight } from "@/components/ui/icons/icons";
import { dayKey } from "@/components/ui/time/time-format";
import type { SearchPageDto, SearchSort } from "@/lib/messages/search/dto";
import { searchAuthors } from "@/lib/messages/search/find-people";
import { savedSearches } from "@/lib/messages/search/saved-searches";
import { LONGEST_QUERY } from "@/lib/messages/search/schema";
import { searchMessages } from "@/lib/messages/search/search-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { isAppError } from "@/lib/text/errors";
import { paths } from "@/lib/text/paths";
import { requestTimeZone } from "@/lib/web/http";
import { requirePageUser } from "@/lib/web/session";
import { senderChoices } from "@/lib/webhooks/sender-choices";

type PageProps = { searchParams: Promise<{ q?: string | string[]; sort?: string | string[] }> };

/** Puts the search query into the tab's title. */
export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const query = queryIn((await searchParams).q);
  return { title: query === "" ? "Search" : `${query} – Search` };
}

/** Searches all messages the user can read. Query: `q`, `sort`. */
export default async function SearchPage({ searchParams }: PageProps) {
  const user = await requirePageUser();
  const { q, sort: order } = await searchParams;
  const query = queryIn(q);
  const sort = order === "relevance" ? order : "time";
  const timeZone = await requestTimeZone();
  const [found, authors, saved] = await Promise.all([
    query === "" ? null : search(user, { text: query, timeZone, sort }),
    searchAuthors(user),
    savedSearches(user),
  ]);
  const used = senderChoices().filter(({ mark, name }) => mark && authors.senders.includes(name));
  const tools = [...new Set(used.map(({ label }) => label))];
  const [first, error] = typeof found === "string" ? [null, found] : [found, null];
  const some = first !== null && first.results.length > 0;
  const tips = <SearchTips key={`tips ${query}`} today={dayKey(new Date(), timeZone)} folded={some} />;
  return (
    <>
      <PageHeader title="Search" />
      <PageBody wide className="gap-6 pt-6 sm:px-6">
        <div className="flex flex-col gap-3">
          <SearchBox key={`box ${query}`} query={query} error={error} />
          <SearchFilters query={query} authors={authors} tools={tools} since={since(timeZone)} />
          <SavedSearches query={query} rendered={saved} />
          {some && tips}
        </div>
        {first && <SearchResults key={`${sort} ${query}`} query={query} sort={sort} first={first} />}
        {!some && tips}
      </PageBody>
    </>
  );
}

function queryIn(q: string | string[] | undefined): string {
  return ([q].flat()[0] ?? "").trim().slice(0, LONGEST_QUERY);
}

/** Returns the times to choose from, each with the day after which messages are found. */
function since(timeZone: string): { label: string; day: string }[] {
  const ago = (days: number) => dayKey(new Date(Date.now() - days * 86_400_000), timeZone);
  return [
    { label: "Today", day: ago(1) },
    { label: "Last 7 days", day: ago(7) },
    { label: "Last 30 days", day: ago(30) },
    { label: "Last 12 months", day: ago(365) },
  ];
}

/** Returns the results, or a sentence on why the search failed. */
async function search(
  user: SessionUser,
  asked: { text: string; timeZone: string; sort: SearchSort },
): Promise<SearchPageDto | string> {
  try {
    return await searchMessages(user, asked);
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
}

const tips = [
  {
    example: "deploy failed",
    does: "all of these words, in any order (parts of words match too, from three letters on)",
  },
  { example: '"build failed"', does: "this exact phrase" },
  { example: "C++ !=", does: "signs, as they're written" },
  { example: "from:me", does: "your messages; from: also takes a person or a webhook" },
  { example: "in:general", does: "one channel; in: also takes a person, for direct messages" },
  { example: "tool:GitLab", does: "cards from one tool" },
  { example: "has:embed", does: "messages with a card; also has:link, file, image, reaction, thread, pin" },
];

/** Example searches to click. `today` is the reader's date, "2026-11-20". Folded below results. */
function SearchTips({ today, folded }: { today: string; folded: boolean }) {
  const days = { example: `on:${today}`, does: "one day; also before: and after:" };
  return (
    <details open={!folded} className="group">
      <summary className="flex w-fit target-y cursor-pointer select-none list-none items-center gap-1.5 rounded-md font-medium text-sm text-text-muted hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Search tips
      </summary>
      <ul aria-label="Search tips" className="mt-2 divide-y rounded-xl border">
        {[...tips, days].map(({ example, does }) => (
          <li key={example} className="relative flex flex-wrap gap-x-4 px-4 py-3 text-sm">
            <Link
              href={paths.search(example)}
              className="w-40 shrink-0 rounded-md font-mono text-accent before:absolute before:inset-0 hover:underline"
            >
              {example}
            </Link>
            <span className="min-w-0 flex-1 basis-48 text-text-muted">{does}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
