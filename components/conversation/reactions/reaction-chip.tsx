"use client";

import { clsx } from "clsx";
import { Tooltip } from "@/components/ui/tooltip";
import type { ReactionDto } from "@/lib/messages/dto";
import { isMine, reactionName, reactionPeople } from "./reaction-text";

const chip =
  "inline-flex target-y items-center gap-1.5 rounded-full border px-2.5 text-sm tabular-nums transition-colors [&>span:first-child]:text-base";

/** An emoji with its count. A press adds the reader, or takes them back. */
export function ReactionChip({ reaction, readerId, onReact }: ReactionChipProps) {
  const mine = isMine(reaction, readerId);
  const inside = (
    <>
      <span aria-hidden="true">{reaction.emoji}</span>
      <span aria-hidden="true">{reaction.people.length}</span>
    </>
  );
  if (!onReact) {
    return (
      <span role="img" aria-label={reactionName(reaction, readerId)} className={clsx(chip, "text-text-muted")}>
        {inside}
      </span>
    );
  }
  return (
    <Tooltip text={reactionPeople(reaction)}>
      <button
        type="button"
        aria-label={reactionName(reaction, readerId)}
        aria-pressed={mine}
        onClick={() => onReact(reaction.emoji, !mine)}
        className={clsx(
          chip,
          mine
            ? "border-accent bg-surface-selected font-medium text-text"
            : "border-border bg-surface-raised text-text-muted hover:border-border-strong hover:text-text",
        )}
      >
        {inside}
      </button>
    </Tooltip>
  );
}

type ReactionChipProps = {
  reaction: ReactionDto;
  readerId: string;
  onReact: ((emoji: string, on: boolean) => void) | null;
};
