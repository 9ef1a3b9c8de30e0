"use client";

import { type ReactNode, useContext, useState, useTransition } from "react";
import { FocusMessages } from "@/components/chat/conversation/focus";
import { DeferredDialog, openPanel, type Panel } from "@/components/frame/panels";
import { askPermission, usePermission } from "@/components/frame/permission";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { deferred } from "@/components/ui/deferred/deferred";
import type { FormAction } from "@/components/ui/forms/form-action";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { X } from "@/components/ui/icons/more-icons";
import { toast } from "@/components/ui/overlays/toaster";
import { store, useStore } from "@/lib/browser/store";

// Pages that were opened before it was dismissed still contain the band.
const ended = store(false);

type FirstDayBandProps = {
  title: string;
  note: string;
  dismissLabel: string;
  endFirstDay: FormAction;
  createChannels?: FormAction;
  extra?: ReactNode;
  children: ReactNode;
};

/** The band above a channel's messages, until it is dismissed for good. */
export function FirstDayBand({ title, note, dismissLabel, endFirstDay, createChannels, ...parts }: FirstDayBandProps) {
  const isEnded = useStore(ended, false);
  const focusMessages = useContext(FocusMessages);
  if (isEnded) return null;

  async function dismiss(): Promise<void> {
    ended.set(true);
    focusMessages();
    const result = await endFirstDay({}).catch(() => null);
    if (result?.ok) return;
    ended.set(false);
    toast.error(result?.error ?? UNREACHABLE);
  }

  return (
    <section
      aria-labelledby="first-day"
      className="shrink-0 border-b bg-surface-sunken px-4 py-3 max-md:px-2 short:hidden"
    >
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-2">
          <h2 id="first-day" className="shrink-0 font-semibold text-sm">
            {title}
          </h2>
          <p className="min-w-0 truncate text-sm text-text-muted tabular-nums">{note}</p>
        </div>
        <div className="-my-1 flex shrink-0 items-center gap-2">
          <div className="flex gap-2 max-sm:hidden">{parts.extra}</div>
          <IconButton label={dismissLabel} icon={<X />} onClick={() => void dismiss()} />
        </div>
      </header>
      {parts.extra && <div className="mt-2 flex gap-2 sm:hidden">{parts.extra}</div>}
      {parts.children}
      {createChannels && <DeferredDialog dialog={firstChannels} panel="first-channels" given={{ createChannels }} />}
    </section>
  );
}

/** Opens the panel of a step. */
export function StepButton({ panel, className, children }: { panel: Panel; className: string; children: ReactNode }) {
  return (
    <button type="button" className={className} onClick={() => openPanel(panel)}>
      {children}
    </button>
  );
}

const firstChannels = deferred(async () => (await import("@/components/channels/first-channels")).FirstChannelsDialog);

/** Joins a channel from its card. */
export function JoinButton({ channelId, name, joinChannel }: JoinButtonProps) {
  const [joined, setJoined] = useState(false);
  const [joining, startJoining] = useTransition();
  const join = () =>
    startJoining(async () => {
      const result = await joinChannel({ channelId }).catch(() => null);
      if (result?.ok) setJoined(true);
      else toast.error(result?.error ?? UNREACHABLE);
    });
  if (joined) return <span className="py-1 text-sm text-success">Joined</span>;
  return (
    <Button size="small" busy={joining} aria-label={`Join #${name}`} onClick={join}>
      Join
    </Button>
  );
}

type JoinButtonProps = { channelId: string; name: string; joinChannel: FormAction };

/** Asks the browser to allow notifications, where it hasn't been asked. */
export function AllowNotifications() {
  if (usePermission() !== "default") return null;
  return (
    <Button size="small" onClick={() => void askPermission()}>
      Turn on notifications
    </Button>
  );
}
