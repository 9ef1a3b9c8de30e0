"use client";

import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import {
  type AllowedActions,
  type MessageHandlers,
  useActions,
} from "@/components/chat/conversation/actions/actions-context";
import { ReactionRow } from "@/components/chat/conversation/reactions/reaction-row";
import { ChevronDown, ChevronRight } from "@/components/ui/icons/icons";
import { Time } from "@/components/ui/time/time";
import type { MessageDto } from "@/lib/messages/dto";
import type { Fold } from "./fold";
import { ThreadSummary } from "./thread-summary";

type MessageFooterProps = {
  message: MessageDto;
  allowed: AllowedActions;
  inThread: boolean;
  on: Pick<MessageHandlers, "onReact">;
  /** The messages that repeat this one, this one first. */
  fold?: Fold | undefined;
  /** Opens or closes the fold. */
  onFold?: ((fold: Fold) => void) | undefined;
};

/** What is below a message's text: its reactions, thread, and the messages that repeat it. */
export function MessageFooter({ message, allowed, inThread, on, fold, onFold }: MessageFooterProps) {
  const { reader } = useActions();
  return (
    <>
      <ReactionRow message={message} readerId={reader.id} onReact={allowed.react ? on.onReact : null} />
      {!inThread && <ThreadSummary message={message} />}
      {fold && <FoldButton fold={fold} onToggle={onFold} />}
    </>
  );
}

/** Below a message that represents several: a button with their number and the last one's time that shows or hides them. */
function FoldButton({ fold, onToggle }: FoldButtonProps) {
  const { messages, open } = fold;
  const toggle = ({ currentTarget }: MouseEvent) => {
    flushSync(() => onToggle?.(fold));
    // At the channel's end the page grows upwards, away from the button.
    currentTarget.closest("article")?.scrollIntoView({ block: "nearest" });
  };
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={toggle}
      className="target-y -my-1 -ms-2 inline-flex max-w-full items-center gap-1.5 self-start rounded-md px-2 text-sm hover:bg-surface-hover"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <span className="font-medium text-accent">
        {open ? "Show fewer" : `Show ${messages.length - 1} more like this`}
      </span>
      {!open && (
        <span className="text-text-muted text-xs">
          until <Time at={messages.at(-1)?.createdAt ?? ""} format="clock" />
        </span>
      )}
    </button>
  );
}

type FoldButtonProps = { fold: Fold; onToggle: ((fold: Fold) => void) | undefined };
