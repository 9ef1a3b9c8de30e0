"use client";

import { ArrowLeft, Bell, BellOff, X } from "lucide-react";
import { closePane } from "@/components/conversation/open-pane";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toaster";

/** The top of a thread: where it is from, whether one follows it, and the way out. */
export function ThreadHeader({ title, following, onFollow }: ThreadHeaderProps) {
  const toggle = async (wanted: boolean) => {
    if (!(await onFollow?.(wanted))) toast.error("That didn't work. Try again when the connection is back.");
  };
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b ps-4 pe-2 max-lg:ps-2">
      <IconButton label="Back to the channel" icon={<ArrowLeft />} className="lg:hidden" onClick={closePane} />
      <h2 className="flex min-w-0 flex-1 items-baseline gap-2">
        <span className="font-semibold">Thread</span>
        <span className="truncate text-sm text-text-muted">{title}</span>
      </h2>
      {onFollow && (
        <Button
          variant="ghost"
          size="small"
          aria-pressed={following}
          title={following ? "You see when somebody answers." : "You aren't told of answers."}
          onClick={() => void toggle(!following)}
        >
          {following ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
          {following ? "Following" : "Follow"}
        </Button>
      )}
      <IconButton label="Close thread" icon={<X />} className="max-lg:hidden" onClick={closePane} />
    </header>
  );
}

type ThreadHeaderProps = {
  /** What the channel is called. */
  title: string;
  following: boolean;
  /** Missing for who hasn't joined the channel, and while the thread isn't there. Resolves to whether it worked. */
  onFollow: ((following: boolean) => Promise<boolean>) | null;
};
