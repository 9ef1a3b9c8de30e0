"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { IconButton } from "@/components/ui/controls/icon-button";
import { deferred } from "@/components/ui/deferred/deferred";
import { Pin } from "@/components/ui/icons/icons";
import { Popover } from "@/components/ui/overlays/popover";
import { askPins, usePins } from "@/lib/browser/pins";

const panel = deferred(() => import("./pinned-panel"));

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
        <IconButton
          label={count > 0 ? `Pinned messages, ${count}` : "Pinned messages"}
          tip="Pinned messages"
          side="bottom"
          icon={
            <>
              <Pin aria-hidden="true" />
              {count > 0 && <span className="font-medium text-sm tabular-nums">{count}</span>}
            </>
          }
          className={clsx(count > 0 && "gap-1.5 px-2.5")}
        />
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
