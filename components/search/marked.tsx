import type { Segment } from "./hits";

/** Text with its hits highlighted. */
export function Marked({ parts }: { parts: readonly Segment[] }) {
  return parts.map(({ text, hit }, index) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are replaced together and never move.
      <mark key={index} className="rounded-md bg-mention font-medium text-text">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
