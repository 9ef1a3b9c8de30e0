import { Link } from "@/components/ui/controls/link";
import { ChevronRight } from "@/components/ui/icons/icons";
import { paths } from "@/lib/text/paths";

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
export function SearchTips({ today, folded }: { today: string; folded: boolean }) {
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
