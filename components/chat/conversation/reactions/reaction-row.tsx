"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { EmojiPicker } from "@/components/emoji/emoji-picker";
import { Tooltip } from "@/components/ui/controls/tooltip";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { useLongPress } from "@/components/ui/hooks/use-long-press";
import { SmilePlus } from "@/components/ui/icons/icons";
import type { MessageDto, ReactionDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";

const ReactionPeople = deferredPart(async () => (await import("./reaction-people")).ReactionPeople);

/** A message's reactions. Without `onReact` they are read-only. A long press lists who reacted. */
export function ReactionRow(props: ReactionRowProps) {
  // Most messages have none.
  return props.message.reactions.length > 0 && <Reactions {...props} />;
}

function Reactions({ message, readerId, onReact }: ReactionRowProps) {
  const [listing, setListing] = useState(false);
  const onPointerDown = useLongPress(() => setListing(true));
  return (
    <ul aria-label="Reactions" className="flex flex-wrap items-center gap-1">
      {message.reactions.map((reaction) => (
        <li key={reaction.emoji}>
          <ReactionChip reaction={reaction} readerId={readerId} onReact={onReact} onPointerDown={onPointerDown} />
        </li>
      ))}
      {onReact && (
        <li>
          <EmojiPicker
            onPick={(emoji) => onReact(emoji, true)}
            trigger={
              <button
                type="button"
                aria-label="Add another reaction"
                className="target inline-flex items-center justify-center rounded-full text-text-muted transition-colors hover:bg-surface-hover hover:text-text data-[state=open]:bg-surface-hover"
              >
                <SmilePlus aria-hidden="true" className="size-4" />
              </button>
            }
          />
        </li>
      )}
      {listing && (
        <ReactionPeople reactions={message.reactions} readerId={readerId} onClose={() => setListing(false)} />
      )}
    </ul>
  );
}

type ReactionRowProps = {
  message: MessageDto;
  readerId: string;
  onReact: ((emoji: string, on: boolean) => void) | null;
};

// Each part has its width, so that a change of the count moves nothing.
const chip =
  "inline-flex target-y select-none items-center gap-1 rounded-full border px-2 text-sm tabular-nums transition-colors [&>span:first-child]:w-5 [&>span:first-child]:text-center [&>span:first-child]:text-base [&>span]:min-w-4 [&>span]:text-center";

/** An emoji with its count. Pressing it adds or removes the user's reaction. */
function ReactionChip({ reaction, readerId, onReact, onPointerDown }: ReactionChipProps) {
  const mine = isMine(reaction, readerId);
  const inside = (
    <>
      <span aria-hidden="true">{withCustomEmoji(reaction.emoji)}</span>
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
        onPointerDown={onPointerDown}
        onClick={() => onReact(reaction.emoji, !mine)}
        className={clsx(
          chip,
          mine
            ? // A thicker line and number, because color alone says nothing to some.
              "border-accent bg-surface-selected font-semibold text-accent inset-ring inset-ring-accent"
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
  onPointerDown: ReturnType<typeof useLongPress>;
};

const MOST_NAMES = 20;

/** Returns whether this person is among those who reacted. */
export function isMine(reaction: ReactionDto, readerId: string | null): boolean {
  return reaction.people.some((person) => person.id === readerId);
}

/** Returns who reacted: "Ada, Grace and 3 more". */
function reactionPeople({ people }: ReactionDto): string {
  const names = people.slice(0, MOST_NAMES).map((person) => cleanText(person.name));
  const more = people.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Returns a reaction's accessible name: "🎉 2 reactions, including yours: Ada, Grace". */
export function reactionName(reaction: ReactionDto, readerId: string | null): string {
  const count = reaction.people.length;
  const mine = isMine(reaction, readerId) ? ", including yours" : "";
  return `${reaction.emoji} ${count} ${count === 1 ? "reaction" : "reactions"}${mine}: ${reactionPeople(reaction)}`;
}
