import Link from "next/link";
import { paths } from "@/lib/paths";

const tips = [
  { example: "deploy failed", does: "all of these words, in any order (beginnings of words match too)" },
  { example: '"build failed"', does: "this exact phrase" },
  { example: "from:me", does: "your messages; from: also takes a person or a webhook" },
  { example: "in:general", does: "one channel; in: also takes a person, for direct messages" },
  { example: "has:embed", does: "messages with a card; also has:link, file, image, reaction, thread, pin" },
];

/** Example searches to click. `today` is the reader's date, "2026-11-20". */
export function SearchTips({ today }: { today: string }) {
  const days = { example: `on:${today}`, does: "one day; also before: and after:" };
  return (
    <section aria-labelledby="search-tips">
      <h2 id="search-tips" className="mb-2 font-medium text-sm text-text-muted">
        Search tips
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
