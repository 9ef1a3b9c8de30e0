import type { Metadata } from "next";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { SearchBox } from "@/components/search/search-box";
import { SearchResults } from "@/components/search/search-results";
import { SearchTips } from "@/components/search/search-tips";
import { dayKey } from "@/components/ui/time-format";
import { requirePageUser } from "@/lib/auth/session";
import { isAppError } from "@/lib/errors";
import type { SearchPageDto } from "@/lib/search/dto";
import { LONGEST_QUERY } from "@/lib/search/schema";
import { searchMessages } from "@/lib/search/search-messages";
import type { SessionUser } from "@/lib/users/find-session-user";
import { requestTimeZone } from "@/lib/web/http";

type PageProps = { searchParams: Promise<{ q?: string | string[] }> };

/** Puts the search query into the tab's title. */
export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const query = queryIn((await searchParams).q);
  return { title: query === "" ? "Search" : `${query} – Search` };
}

/** Searches all messages the user can read. Query: `q`. */
export default async function SearchPage({ searchParams }: PageProps) {
  const user = await requirePageUser();
  const query = queryIn((await searchParams).q);
  const timeZone = await requestTimeZone();
  const found = query === "" ? null : await search(user, query, timeZone);
  const error = typeof found === "string" ? found : null;
  return (
    <>
      <PageHeader title="Search" />
      <PageBody className="gap-6 pt-6 sm:px-6">
        <SearchBox key={`box ${query}`} query={query} error={error} />
        {found && typeof found !== "string" && <SearchResults key={query} query={query} first={found} />}
        {(typeof found === "string" || (found?.results.length ?? 0) === 0) && (
          <SearchTips today={dayKey(new Date(), timeZone)} />
        )}
      </PageBody>
    </>
  );
}

function queryIn(q: string | string[] | undefined): string {
  return ([q].flat()[0] ?? "").trim().slice(0, LONGEST_QUERY);
}

/** Returns the results, or a sentence on why the search failed. */
async function search(user: SessionUser, text: string, timeZone: string): Promise<SearchPageDto | string> {
  try {
    return await searchMessages(user, { text, timeZone });
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
}
