"use client";

import { Pin } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { PinnedItem } from "./pinned-item";
import type { Pins } from "./use-pins";

/** What is pinned in the channel, the latest pin first. */
export function PinnedPanel({ channelId, pins, canUnpin, onRetry, onShow }: PinnedPanelProps) {
  return (
    <>
      <h2 className="border-border border-b px-4 py-3 font-semibold text-base">Pinned messages</h2>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        {pins === null && <Skeleton className="m-4 h-20" />}
        {pins === "failed" && (
          <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-sm">
            The pinned messages could not be loaded.
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          </div>
        )}
        {Array.isArray(pins) && pins.length === 0 && (
          <EmptyState icon={<Pin />} title="Nothing is pinned">
            {canUnpin
              ? "Choose Pin message under a message's More, and it is found here"
              : "What members pin stands here"}
            .
          </EmptyState>
        )}
        {Array.isArray(pins) && pins.length > 0 && (
          <ul>
            {pins.map((message) => (
              <PinnedItem
                key={message.id}
                channelId={channelId}
                message={message}
                canUnpin={canUnpin}
                onShow={onShow}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

type PinnedPanelProps = {
  channelId: string;
  pins: Pins;
  canUnpin: boolean;
  onRetry: () => void;
  onShow: () => void;
};
