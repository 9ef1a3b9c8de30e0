import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { createChannels, joinChannel, makeChannel } from "@/app/(chat)/actions/channels";
import { endFirstDay } from "@/app/(chat)/actions/people";
import { NotificationMenu } from "@/components/attention/notifications/notification-menu";
import { ChannelView } from "@/components/chat/channel/channel-view";
import { ChannelDetails, DetailsButton } from "@/components/chat/channel/details/channel-details";
import { DeferredFilterBar, FilterMenu } from "@/components/chat/channel/filter/filter-menu";
import { EmptyFilter, NothingYet } from "@/components/chat/channel/nothing-yet";
import { PinnedMessages } from "@/components/chat/channel/pins/pinned-messages";
import { SettingsLink } from "@/components/chat/channel/settings-link";
import { WebhooksProvider } from "@/components/chat/conversation/webhooks/webhooks-context";
import { ThreadLayout } from "@/components/chat/thread/thread-layout";
import { withSigns } from "@/components/emoji/signs";
import { PageHeader } from "@/components/frame/page-header";
import { ChannelPresence } from "@/components/people/presence/presence";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { requireChannel, seesSenders, writeRefusal } from "@/lib/channels/access";
import { type ChannelDto, channelTitle, type DirectPersonDto } from "@/lib/channels/dto";
import { titleFor } from "@/lib/channels/names-for";
import { channelDto } from "@/lib/channels/queries";
import { presenceIn } from "@/lib/live/presence/queries";
import { pinnedIds } from "@/lib/messages/change/change-as-member";
import { firstUnreadSeq, messagePage } from "@/lib/messages/read/queries";
import { filterSchema } from "@/lib/messages/schema";
import { replyAt } from "@/lib/messages/threads/thread-page";
import { toMe } from "@/lib/people/account/account";
import { firstDay } from "@/lib/people/first-day";
import { paths } from "@/lib/text/paths";
import { threadPaths } from "@/lib/text/thread-paths";
import { idParam, orNotFound } from "@/lib/web/http";
import { requirePageUser } from "@/lib/web/session";
import { channelWebhooks } from "@/lib/webhooks/queries";

type Query = { message?: string | string[]; show?: string | string[]; webhook?: string | string[] };
type Props = { params: Promise<{ channelId: string }>; searchParams: Promise<Query> };

/**
 * How long, in seconds, the browser shows a channel opened before without asking the server. The event stream brings
 * what happened since, and asks for a reload when that is too much.
 */
export const unstable_dynamicStaleTime = 300;

/** Returns the channel as this person may see it, read once per request. */
const load = cache(async (channelId: string) => {
  const user = await requirePageUser();
  return orNotFound((async () => requireChannel(user, idParam({ channelId }, "channelId")))());
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await titleFor(await load((await params).channelId)) };
}

/**
 * GET /channels/<id>?message=<seq>: a channel, opened where the reader left off or at a message. `?thread=<message id>`
 * opens a thread beside it; `?show=people` and `?webhook=<id>` filter the messages.
 */
export default async function ChannelPage({ params, searchParams }: Props) {
  const accessible = await load((await params).channelId);
  const { message, ...query } = await searchParams;
  const target = typeof message === "string" && /^-?\d{1,15}$/.test(message) ? Number(message) : null;
  const reply = target === null ? null : await replyAt(accessible, target);
  if (reply && target !== null) redirect(threadPaths.reply(`${accessible.channel.id}`, reply, target));
  const filter = filterSchema.safeParse(query).data ?? null;
  const unread = await firstUnreadSeq(accessible);
  const around = target ?? (filter ? null : unread);
  const [found, pinned, webhooks, page, day] = await Promise.all([
    channelDto(accessible),
    pinnedIds(accessible),
    channelWebhooks(accessible),
    messagePage(accessible.channel.id, around === null ? { at: "latest" } : { at: "around", seq: around }, filter, {
      senders: seesSenders(accessible),
    }),
    accessible.channel.kind !== "direct" && accessible.membership ? firstDay(accessible.user) : null,
  ]);
  const present = await presenceIn(accessible, found.people);
  // Messages between the stored position and the first unread one are the reader's own or muted, so they count as
  // read.
  const channel = unread === null ? found : { ...found, lastReadSeq: unread - 1 };
  const me = toMe(accessible.user);
  const canWrite = channel.role !== null && !channel.archived;
  // Imported where they are shown, so that other pages don't load their code.
  const FirstDay = day && (await import("@/components/chat/channel/first-day")).FirstDay;
  const JoinBar =
    writeRefusal(accessible, { inThread: false }) === null
      ? null
      : (await import("@/components/chat/channel/deferred-parts")).JoinBar;
  return (
    <WebhooksProvider key={channel.id} channelId={channel.id} webhooks={webhooks} filter={filter}>
      <ThreadLayout
        channel={channel}
        me={me}
        details={<ChannelDetails key={channel.id} {...{ channel, me, makeChannel }} />}
      >
        <PageHeader title={<ChannelTitle channel={channel} />} note={channel.topic} inChannel>
          <ChannelPresence key={channel.id} channel={channel} rendered={present} />
          <DetailsButton memberCount={channel.memberCount} />
          {channel.kind !== "direct" && <FilterMenu channelId={channel.id} />}
          {/* On a phone, pinned messages are in the channel's details: the header needs the room for the name. */}
          <div className="max-sm:hidden">
            <PinnedMessages key={channel.id} channelId={channel.id} initialIds={pinned} canUnpin={canWrite} />
          </div>
          {channel.notifications !== null && <NotificationMenu channel={channel} level={channel.notifications} />}
          {channel.role !== null && channel.kind !== "direct" && <SettingsLink channelId={channel.id} />}
        </PageHeader>
        {day && FirstDay && (
          <FirstDay day={day} channel={channel} actions={{ endFirstDay, joinChannel, createChannels }} />
        )}
        {filter && <DeferredFilterBar channelId={channel.id} />}
        <ChannelView
          key={`${channel.id} ${target} ${paths.filtered(channel.id, filter)}`}
          channel={channel}
          me={me}
          page={page}
          target={target}
          instead={JoinBar && <JoinBar channel={channel} joinChannel={joinChannel} />}
          whenEmpty={
            filter ? (
              <EmptyFilter channelId={channel.id} filter={filter} webhooks={webhooks} />
            ) : (
              <NothingYet channel={channel} me={me} />
            )
          }
        />
      </ThreadLayout>
    </WebhooksProvider>
  );
}

const MOST_AVATARS = 3;

/** A channel's name in its header, linked to its settings for members. A direct message shows its people's avatars. */
function ChannelTitle({ channel }: { channel: Pick<ChannelDto, "id" | "kind" | "name" | "people" | "role"> }) {
  if (!channel.people) {
    if (channel.role === null) return channelTitle(channel);
    return (
      <Link
        href={paths.settings(channel.id, "members")}
        title="Members and settings"
        className="block truncate rounded-md underline-offset-4 -outline-offset-2 hover:underline"
      >
        {channelTitle(channel)}
      </Link>
    );
  }
  return (
    <span className="flex items-center gap-2.5">
      <Avatars people={channel.people} />
      <span className="min-w-0 truncate">{withSigns(channel.name)}</span>
    </span>
  );
}

/** Overlapping avatars, hidden from screen readers because the names follow. */
function Avatars({ people }: { people: readonly DirectPersonDto[] }) {
  return (
    <span aria-hidden="true" className="flex shrink-0 -space-x-1.5">
      {people.slice(0, MOST_AVATARS).map(({ id, name, avatarUrl }) => (
        <Avatar key={id} name={name} seed={id} src={avatarUrl} size={28} className="ring-2 ring-surface" />
      ))}
    </span>
  );
}
