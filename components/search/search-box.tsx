"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import { controlStyle } from "@/components/ui/controls/control-style";
import { Search } from "@/components/ui/icons/icons";
import { LONGEST_QUERY } from "@/lib/messages/search/schema";
import { paths } from "@/lib/text/paths";

type SearchBoxProps = { query: string; error: string | null };

/** The search field. The query is in the URL, so that results can be shared. */
export function SearchBox({ query, error }: SearchBoxProps) {
  const router = useRouter();
  const [text, setText] = useState(query);
  const [busy, startTransition] = useTransition();

  function search(event: FormEvent): void {
    event.preventDefault();
    startTransition(() => router.push(paths.search(text.trim())));
  }

  return (
    <search>
      <form action={paths.search("")} onSubmit={search} className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-text-muted"
          />
          <input
            type="search"
            name="q"
            aria-label="Search messages"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "search-error" : undefined}
            // biome-ignore lint/a11y/noAutofocus: users open the page without a query to type one.
            autoFocus={query === ""}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={LONGEST_QUERY}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={`${controlStyle} h-9 ps-9`}
          />
        </div>
        <Button type="submit" variant="primary" busy={busy}>
          Search
        </Button>
      </form>
      {error && (
        <p id="search-error" role="alert" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </search>
  );
}
