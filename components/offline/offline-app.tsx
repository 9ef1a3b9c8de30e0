"use client";

import { usePathname } from "next/navigation";
import { type MouseEvent, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { useRememberedChoices } from "@/components/account/document-choice";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { SkipLink } from "@/components/ui/controls/skip-link";
import { Bar } from "@/components/ui/display/bar";
import { EmptyState } from "@/components/ui/display/empty-state";
import { MessagePage } from "@/components/ui/display/message-page";
import { isPhone } from "@/components/ui/hooks/is-phone";
import { CloudOff } from "@/components/ui/icons/more-icons";
import { readAt } from "@/components/ui/time/time-format";
import { readChannels, readFrame, readUnsent, writeUnsent } from "@/lib/browser/kept/database";
import type { KeptChannel, KeptFrame, KeptUnsent } from "@/lib/browser/kept/types";
import { makeNonce } from "@/lib/browser/nonce";
import { RenderedContext } from "@/lib/browser/rendered";
import { channelTitle } from "@/lib/channels/dto";
import type { EmojiIds } from "@/lib/messages/emoji/custom/dto";
import { isWithin, paths } from "@/lib/text/paths";
import { OfflineChannel } from "./offline-channel";
import { OfflineSidebar } from "./offline-sidebar";
import { useReturn } from "./use-return";

/**
 * Parley without a network: the most recently read channels as they were, and a composer for messages sent later. It
 * returns to the real page as soon as the server answers.
 */
export function OfflineApp() {
  useRememberedChoices();
  const { trying, tryNow } = useReturn();
  const { kept, write, discard } = useKept();
  const pathname = usePathname();
  const shown = /^\/channels\/(\d+)$/.exec(pathname)?.[1] ?? null;
  const isOther = shown === null && !STARTS.includes(pathname);
  useFirstChannel(shown === null && !isOther ? (kept?.channels[0]?.id ?? null) : null);
  const link = kept?.frame?.sidebar.find(({ id }) => id === shown) ?? null;
  useTitle(link ? channelTitle(link) : null);
  if (kept === null) return <main className="min-h-dvh" />;
  const again = (
    <Button size="small" variant="ghost" busy={trying} onClick={tryNow}>
      Try now
    </Button>
  );
  if (kept.frame === null) {
    return (
      <MessagePage title="Parley can't be reached" action={again}>
        No messages are saved on this device. Check your connection, or contact your admin.
      </MessagePage>
    );
  }
  const channel = kept.channels.find(({ id }) => id === shown) ?? null;
  return (
    <KeptEmoji emoji={kept.frame.emoji ?? {}}>
      <div className="flex h-dvh flex-col overflow-hidden">
        <SkipLink target="content">Skip to content</SkipLink>
        <Bar action={again}>
          {isOther ? "You're offline." : "You're offline. Showing saved messages"}
          {channel && ` as of ${readAt(new Date(channel.at), new Date())}`}
          {!isOther && ". New messages are sent when you reconnect."}
        </Bar>
        <div className="flex min-h-0 flex-1">
          <OfflineSidebar
            id={shown === null && !isOther ? "content" : undefined}
            frame={kept.frame}
            open={link}
            onOpen={stayHere}
            className={shown || isOther ? "max-md:hidden" : "max-md:w-full"}
          />
          {isOther && <OtherPage onOpen={stayHere} />}
          {shown && (
            <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
              <OfflineChannel
                key={shown}
                kept={channel}
                link={link}
                me={kept.frame.owner}
                unsent={kept.unsent}
                onWrite={write}
                onDiscard={discard}
              />
            </main>
          )}
        </div>
      </div>
    </KeptEmoji>
  );
}

/** Shows the custom emoji as they were, as far as the browser still has their images. */
function KeptEmoji({ emoji, children }: { emoji: EmojiIds; children: ReactNode }) {
  const nothing = useContext(RenderedContext);
  const rendered = useMemo(() => ({ ...nothing, emoji }), [nothing, emoji]);
  return <RenderedContext value={rendered}>{children}</RenderedContext>;
}

// Pages that show the saved channels while offline.
const STARTS: readonly string[] = [paths.home, paths.browse, paths.offline];

/** In place of a page that isn't saved. */
function OtherPage({ onOpen }: { onOpen: (event: MouseEvent) => void }) {
  return (
    <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none" onClickCapture={onOpen}>
      <header className="flex h-13 shrink-0 items-center border-b px-4">
        <h1 className="font-semibold text-lg">Offline</h1>
      </header>
      <EmptyState
        icon={<CloudOff />}
        title="This page isn't available offline"
        action={
          <a href={paths.browse} className={buttonStyle("secondary", "medium", "md:hidden")}>
            Show channels
          </a>
        }
      >
        It opens when you're back online. Until then you can read your most recent channels and write messages.
      </EmptyState>
    </main>
  );
}

/** Opens a channel beside the list on wide screens; on narrow ones the list comes first. */
function useFirstChannel(channelId: string | null): void {
  useEffect(() => {
    if (channelId === null || isPhone()) return;
    window.history.replaceState(null, "", paths.channel(channelId));
  }, [channelId]);
}

/** Opens another channel within this page, since the server can't be reached. */
function stayHere(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const path = event.target instanceof Element && event.target.closest("a")?.getAttribute("href");
  if (!path || !isWithin(path, paths.browse)) return;
  event.preventDefault();
  window.history.pushState(null, "", path);
}

function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = `${title ?? "Offline"} · Parley`;
  }, [title]);
}

type KeptData = { frame: KeptFrame | null; channels: KeptChannel[]; unsent: KeptUnsent[] };

const NOTHING: KeptData = { frame: null, channels: [], unsent: [] };

/** Returns what this device stores, null until it has been read, and functions to add and discard waiting messages. */
function useKept() {
  const [kept, setKept] = useState<KeptData | null>(null);
  const read = useCallback(async () => {
    const [frame, channels, unsent] = await Promise.all([readFrame(), readChannels(), readUnsent()]);
    setKept({ frame, channels, unsent });
  }, []);
  useEffect(() => {
    read().catch(() => setKept(NOTHING));
  }, [read]);
  const ownerId = kept?.frame?.owner.id;
  const change = useCallback(
    async (unsent: KeptUnsent[], gone: string[]) => {
      const isStored = ownerId !== undefined && (await writeUnsent(ownerId, unsent, gone));
      await read();
      return isStored;
    },
    [ownerId, read],
  );
  const write = useCallback(
    (channelId: string, content: string) => {
      const createdAt = new Date().toISOString();
      const message = { nonce: makeNonce(), channelId, threadId: null, content, files: [], createdAt };
      return change([{ ...message, error: null, offline: true }], []);
    },
    [change],
  );
  const discard = useCallback(
    async (nonce: string) => {
      await change([], [nonce]);
    },
    [change],
  );
  return { kept, write, discard };
}
