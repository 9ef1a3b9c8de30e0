import { Badge, type BadgeTone } from "@/components/ui/display/badge";
import type { CardState, StateTone } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";

const tones: Record<StateTone, BadgeTone> = {
  good: "success",
  bad: "danger",
  warning: "warning",
  progress: "progress",
  done: "done",
  none: "neutral",
};

/** A card's state: its word, colored by its tone. The same in a channel, in a row and in a line. */
export function StateChip({ state }: { state: Pick<CardState, "word" | "tone"> }) {
  return (
    <Badge tone={tones[state.tone]} className="h-4.5! max-w-40 px-1.5!">
      <span dir="auto" className="truncate leading-4">
        {cleanText(state.word)}
      </span>
    </Badge>
  );
}
