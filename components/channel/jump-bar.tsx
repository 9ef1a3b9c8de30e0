"use client";

import { ArrowDown, Check } from "lucide-react";
import { Button } from "@/components/ui/button";
import { badgeText } from "@/components/unread/badge-text";

type JumpBarProps = {
  /** The reader sees the latest message already. */
  atEnd: boolean;
  unread: number;
  /** Looking at the unread messages doesn't read them, so there is a button that does. */
  held: boolean;
  onJump: () => void;
  onMarkRead: () => void;
};

/** Floats over the end of the messages: the way to the latest, and past everything unread. */
export function JumpBar({ atEnd, unread, held, onJump, onMarkRead }: JumpBarProps) {
  const markable = unread > 0 && (held || !atEnd);
  if (atEnd && !markable) return null;
  return (
    <div className="absolute end-6 bottom-3 z-10 flex gap-2">
      {markable && (
        <div className="rounded-md shadow-float">
          <Button variant="secondary" size="small" onClick={onMarkRead}>
            <Check aria-hidden="true" />
            Mark as read
          </Button>
        </div>
      )}
      {!atEnd && (
        <div className="rounded-md shadow-float">
          <Button variant="secondary" size="small" onClick={onJump}>
            <ArrowDown aria-hidden="true" />
            {unread > 0 ? `Jump to latest, ${badgeText(unread)} new` : "Jump to latest"}
          </Button>
        </div>
      )}
    </div>
  );
}
