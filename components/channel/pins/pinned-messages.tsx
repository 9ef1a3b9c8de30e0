"use client";

import { Pin } from "lucide-react";
import { useState } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { late } from "@/components/ui/late";
import { Popover } from "@/components/ui/popover";
import { askPins, usePins } from "@/lib/browser/pins";

const panel = late(() => import("./pinned-panel"));

/** The channel header's button for the list of pinned messages, with their count. */
export function PinnedMessages({ channelId, initialIds, canUnpin }: PinnedMessagesProps) {
  const [open, setOpen] = useState(false);
  const PinnedPanel = panel.use()?.PinnedPanel;
  const pins = usePins(channelId, initialIds);
  const count = pins.data?.ids.size ?? 0;
  return (
    <Popover
      load={panel.load}
      trigger={
        <button
          type="button"
          aria-label={count > 0 ? `Pinned messages, ${count}` : "Pinned messages"}
          title="Pinned messages"
          className={buttonStyle("ghost", "small", "target data-[state=open]:bg-surface-hover")}
        >
          <Pin aria-hidden="true" className="size-4" />
          {count > 0 && <span className="tabular-nums">{count}</span>}
        </button>
      }
      label="Pinned messages"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) askPins(channelId);
      }}
      className="w-[min(24rem,calc(100vw-1rem))]"
    >
      {PinnedPanel ? (
        <PinnedPanel channelId={channelId} pins={pins} canUnpin={canUnpin} onShow={() => setOpen(false)} />
      ) : null}
    </Popover>
  );
}

type PinnedMessagesProps = { channelId: string; initialIds: string[]; canUnpin: boolean };
