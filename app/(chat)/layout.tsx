import { cookies, headers } from "next/headers";
import { Activity, type ReactNode } from "react";
import { createChannel } from "@/app/(chat)/actions/channels";
import { createInvite, loadInvites, mailInvites, revokeInvite } from "@/app/(chat)/actions/invites";
import { loadPeople } from "@/app/(chat)/actions/people";
import { leaveChannel } from "@/app/(chat)/channels/[channelId]/settings/actions";
import { AccountMenu } from "@/components/account/account-menu";
import { DeferredMessageBanner } from "@/components/attention/notifications/deferred-message-banner";
import { KeptConversations } from "@/components/chat/channel/kept-conversations";
import { StartScript } from "@/components/chat/conversation/scrolling/start-script";
import { RegionKeys } from "@/components/chat/keyboard/region-keys";
import { ShortcutSheet } from "@/components/chat/keyboard/shortcut-sheet";
import { ConnectionBar, EventsProvider } from "@/components/frame/events/events-provider";
import { FrameProvider } from "@/components/frame/frame";
import { KeepOffline } from "@/components/offline/keep-offline";
import { CommandPalette } from "@/components/palette/command-palette";
import { PresenceSource } from "@/components/people/presence/presence";
import { ProfileHost } from "@/components/people/profile-host";
import { BottomBar } from "@/components/sidebar/bottom-bar";
import { DraftsLink, InboxLink, IncidentsLink, LaterLink } from "@/components/sidebar/counted-links";
import { CreateChannel, InvitePeople, NewMessage } from "@/components/sidebar/opening-buttons";
import { Sidebar } from "@/components/sidebar/sidebar";
import { SkipLink } from "@/components/ui/controls/skip-link";
import { Moon } from "@/components/ui/icons/more-icons";
import { RememberTimeZone, TimeZoneProvider } from "@/components/ui/time/time-zone";
import { readSidebar } from "@/lib/attention/sidebar/read-sidebar";
import { emojiIds } from "@/lib/messages/emoji/custom/custom-emoji";
import { toMe } from "@/lib/people/account/account";
import { mutedIds } from "@/lib/people/muted-authors";
import type { PauseDto } from "@/lib/people/notifications/dto";
import { pauseOf } from "@/lib/people/notifications/settings";
import { currentStatuses } from "@/lib/people/status";
import { noteTimeZone } from "@/lib/people/time-zone";
import { requirePageUser } from "@/lib/web/session";
import { pageWorkspace } from "./page-workspace";

/** The frame around every page of a signed-in user: sidebar, event stream and the page. */
export default async function ChatLayout({ children }: { children: ReactNode }) {
  const user = await requirePageUser();
  const [workspace, sidebar, statuses, muted, emoji, pause, jar, head] = await Promise.all([
    pageWorkspace(),
    readSidebar(user),
    currentStatuses(),
    mutedIds(user),
    emojiIds(),
    pauseOf(user),
    cookies(),
    headers(),
  ]);
  noteTimeZone(user, jar.get("parley.timezone")?.value);
  return (
    <TimeZoneProvider timeZone={jar.get("parley.timezone")?.value.slice(0, 64) ?? "UTC"} renderedAt={Date.now()}>
      <EventsProvider rendered={{ workspace, sidebar, statuses, mutedIds: muted, emoji }}>
        <FrameProvider>
          <RememberTimeZone />
          <PresenceSource />
          <SkipLink target="content">Skip to content</SkipLink>
          {/* Browsers that support this paint once the whole frame has arrived, not before. */}
          <link rel="expect" href="#arrived" blocking="render" />
          <div
            data-frame
            className="flex h-dvh flex-col overflow-hidden ps-[env(safe-area-inset-left)] pe-[env(safe-area-inset-right)] pt-[env(safe-area-inset-top)]"
          >
            <div className="relative flex min-h-0 flex-1">
              {/* A separate hydration boundary: the page hydrates before the sidebar, unless the user presses something in the sidebar first. */}
              <Activity>
                <Sidebar
                  createChannel={
                    workspace.mayCreateChannels && (
                      <CreateChannel myId={`${user.id}`} createChannel={createChannel} loadPeople={loadPeople} />
                    )
                  }
                  newMessage={<NewMessage myId={`${user.id}`} loadPeople={loadPeople} />}
                  role={user.role}
                  leaveChannel={leaveChannel}
                  inbox={
                    <>
                      <InboxLink />
                      <DraftsLink />
                      <LaterLink />
                      <IncidentsLink />
                    </>
                  }
                  invite={
                    workspace.mayInvite && (
                      <InvitePeople {...{ loadInvites, createInvite, mailInvites, revokeInvite }} />
                    )
                  }
                  account={
                    <AccountMenu me={toMe(user)} pause={pause} mark={<PausedMark pause={pause} now={Date.now()} />} />
                  }
                />
              </Activity>
              <main
                id="content"
                data-person={`${user.id}`}
                tabIndex={-1}
                className="flex min-w-0 flex-1 flex-col outline-none max-md:peer-data-covers:invisible"
              >
                <ConnectionBar />
                <KeptConversations>{children}</KeptConversations>
              </main>
            </div>
            <Activity>
              <BottomBar me={toMe(user)} pause={pause} mark={<PausedMark pause={pause} now={Date.now()} />} />
            </Activity>
            {/* Its element shows the messages, so they have a size when it runs, and nothing is painted before the mark. */}
            <StartScript nonce={head.get("x-nonce") ?? undefined} />
            <span id="arrived" hidden />
          </div>
          <CommandPalette role={user.role} />
          <ShortcutSheet />
          <DeferredMessageBanner />
          <RegionKeys />
          <ProfileHost />
          <KeepOffline me={toMe(user)} workspaceName={workspace.name} />
        </FrameProvider>
      </EventsProvider>
    </TimeZoneProvider>
  );
}

/**
 * A moon next to your name while notifications are paused. CSS hides it when the pause ends, so pages need no script
 * for it.
 */
function PausedMark({ pause: { paused, until }, now }: { pause: PauseDto; now: number }) {
  if (!paused) return null;
  const left = until === null ? null : Math.max(0, Date.parse(until) - now);
  return (
    <Moon
      // A new element for each `now`, because the animation counts the remaining time from when it is mounted.
      key={now}
      data-paused=""
      className="size-4 shrink-0 text-accent"
      {...(left !== null && { style: { animation: `over 0s linear ${left}ms forwards` } })}
    />
  );
}
