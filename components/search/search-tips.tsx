import Link from "next/link";
import { paths } from "@/lib/paths";

const tips = [
  { example: "deploy failed", does: "messages with words that begin so, in any order" },
  { example: '"build failed"', does: "exactly these words in a row" },
  { example: "from:me", does: "what you wrote, or from: with a person's or a webhook's name" },
  { example: "in:general", does: "one channel, or in: with the name of whom you write to" },
  { example: "has:embed", does: "also has:link, file, image, reaction, thread and pin" },
];

/** How to search, by examples to follow. `today` is the reader's day, "2026-11-20". */
export function SearchTips({ today }: { today: string }) {
  const days = { example: `on:${today}`, does: "one day, or before: and after: a day" };
  return (
    <section aria-labelledby="search-tips">
      <h2 id="search-tips" className="mb-2 font-medium text-sm text-text-muted">
        Ways to search
      </h2>
      <ul aria-labelledby="search-tips" className="divide-y rounded-xl border">
        {[...tips, days].map(({ example, does }) => (
          <li key={example} className="flex flex-wrap items-center gap-x-4 px-4 py-1.5">
            <Link
              href={paths.search(example)}
              className="inline-flex target-y w-40 shrink-0 items-center rounded-md font-mono text-accent text-sm hover:underline"
            >
              {example}
            </Link>
            <span className="min-w-0 flex-1 basis-48 text-sm text-text-muted">{does}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
