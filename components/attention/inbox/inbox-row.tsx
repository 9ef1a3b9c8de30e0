"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { repliesText } from "@/components/chat/conversation/thread-summary";
import { AuthorAvatar } from "@/components/chat/message/author";
import { AuthorCardName } from "@/components/chat/message/author-card";
import { MessageLine } from "@/components/chat/message/card/message-line";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { badgeText } from "@/components/frame/unread/badge-text";
import { Sentence, Who } from "@/components/settings/audit/audit-row";
import { entrySentence } from "@/components/settings/audit/describe";
import { Link } from "@/components/ui/controls/link";
import { Time } from "@/components/ui/time/time";
import type {
  InboxItemDto,
  InboxMentionDto,
  InboxNoticeDto,
  InboxReactionsDto,
  InboxThreadDto,
} from "@/lib/attention/inbox/dto";
import type { NoticeDto } from "@/lib/attention/notices/dto";
import { channelTitle } from "@/lib/channels/dto";
import type { AuthorDto, MessageDto } from "@/lib/messages/dto";
import { accountPaths } from "@/lib/text/account-paths";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { workspacePaths } from "@/lib/text/workspace-paths";

const LONGEST = 240;

/** An item of the inbox: who, where and when, with the text. The row opens the message, thread or webhook. */
export function InboxRow({ item, isNew }: { item: InboxItemDto; isNew: boolean }) {
  return (
    <li
      className={clsx(
        "relative grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 border-border py-3 ps-6 pe-4 not-first:border-t hover:bg-surface-hover",
        isNew && "bg-surface-raised",
      )}
    >
      {isNew && (
        <span className="absolute start-2 top-6.5 size-2 rounded-full bg-accent">
          <span className="sr-only">New</span>
        </span>
      )}
      <Content item={item} isNew={isNew} />
    </li>
  );
}

function Content({ item, isNew }: { item: InboxItemDto; isNew: boolean }) {
  switch (item.kind) {
    case "mention":
      return <Mention item={item} at={item.at} isNew={isNew} />;
    case "thread":
      return <Thread item={item} at={item.at} isNew={isNew} />;
    case "reactions":
      return <Reactions item={item} at={item.at} isNew={isNew} />;
    case "notice":
      return <Notice item={item} at={item.at} isNew={isNew} />;
  }
}

type ContentProps<Item> = { item: Item; at: string; isNew: boolean };

const reasons = { mention: "mentioned you in", everyone: "mentioned everyone in", keyword: "used your keyword in" };

function Mention({ item: { message, channel, why }, at, isNew }: ContentProps<InboxMentionDto>) {
  return (
    <>
      <AuthorAvatar author={message.author} className="mt-0.5" />
      <div className="min-w-0">
        <Head author={message.author} at={at}>
          {reasons[why]} {titleOf(channel)}
          {message.threadId !== null && " in a thread"}
        </Head>
        <RowLink href={paths.message(channel.id, message.seq)} isNew={isNew}>
          {textOf(message)}
        </RowLink>
      </div>
    </>
  );
}

function Thread({ item, at, isNew }: ContentProps<InboxThreadDto>) {
  const { root, channel, last, people, replyCount, newReplies, mentions } = item;
  const author = last?.author ?? root.author;
  return (
    <>
      <AuthorAvatar author={author} className="mt-0.5" />
      <div className="min-w-0">
        <Head author={author} at={at}>
          {mentions > 0 ? "mentioned you in a thread in" : "replied to a thread in"} {titleOf(channel)}
        </Head>
        {last && (
          <p dir="auto" className={clsx("line-clamp-2 text-sm wrap-anywhere", !isNew && "text-text-muted")}>
            {textOf(last)}
          </p>
        )}
        <div className="mt-1.5 border-border-strong border-s-2 ps-2.5 text-text-muted">
          <RowLink href={paths.thread(channel.id, root.id)} isNew={false} lines={1}>
            <span className="font-medium">{cleanText(root.author.name)}</span>{" "}
            {root.deleted ? <i>This message was deleted.</i> : textOf(root)}
          </RowLink>
          <p className="mt-0.5 flex items-center gap-2 text-xs">
            <Faces people={people} />
            <span className="tabular-nums">{repliesText(replyCount)}</span>
            {newReplies > 0 && (
              <span className="font-semibold text-accent tabular-nums">{badgeText(newReplies)} new</span>
            )}
          </p>
        </div>
      </div>
    </>
  );
}

function Reactions({ item, at, isNew }: ContentProps<InboxReactionsDto>) {
  const { message, channel, people, emoji } = item;
  const [first] = people;
  if (!first) return null;
  const author: AuthorDto = { ...first, kind: "user" };
  return (
    <>
      <AuthorAvatar author={author} className="mt-0.5" />
      <div className="min-w-0">
        <Head author={author} at={at}>
          {othersText(people)}reacted <span className="text-text">{withCustomEmoji(emoji.slice(0, 8).join(" "))}</span>{" "}
          to your message in {titleOf(channel)}
        </Head>
        <RowLink href={paths.message(channel.id, message.seq)} isNew={isNew}>
          {textOf(message)}
        </RowLink>
      </div>
    </>
  );
}

function Notice({ item: { notice }, at }: ContentProps<InboxNoticeDto>) {
  const href = noticeHref(notice);
  return (
    <>
      <Who entry={notice} size={36} className="mt-0.5" />
      <div className="min-w-0">
        <div className="flex items-baseline gap-2">
          <p className="min-w-0 flex-1 text-sm text-text-muted wrap-anywhere">
            <Sentence parts={entrySentence(notice)} />
          </p>
          <When at={at} />
        </div>
        {notice.reason !== null && (
          <p className="mt-0.5 line-clamp-2 whitespace-pre-line text-sm wrap-anywhere">“{notice.reason}”</p>
        )}
        {href && (
          <p className="mt-0.5 text-sm">
            <Link
              href={href.to}
              aria-label={href.name}
              className="text-accent underline-offset-2 after:absolute after:inset-0 hover:underline focus-visible:outline-hidden focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(color:--focus)"
            >
              {href.text}
            </Link>
          </p>
        )}
      </div>
    </>
  );
}

/** Returns where a notice leads; null if its webhook is gone or can't be seen. */
function noticeHref(notice: NoticeDto): { to: string; text: string; name?: string } | null {
  const { action, channelId, messageSeq, webhookId, webhookName, opensLog } = notice;
  if (action === "incident.assigned")
    return channelId === null || messageSeq === undefined
      ? null
      : { to: paths.message(channelId, messageSeq), text: "Incident" };
  if (action === "workspace.backups_failing" || action === "workspace.backups_resumed")
    return { to: workspacePaths.health, text: "Health page" };
  if (channelId === null && webhookId === null)
    return { to: accountPaths.security, text: "If this wasn't you, change your password" };
  if (channelId === null || webhookId === null) return null;
  if (opensLog && action === "webhook.one_line_offered")
    return {
      to: webhookPaths.edit(channelId, webhookId),
      text: "Switch it on",
      name: `Switch on one line per thing for ${webhookName}`,
    };
  if (opensLog)
    return { to: webhookPaths.log(channelId, webhookId), text: "Delivery log", name: `Delivery log of ${webhookName}` };
  return null;
}

/** The first line of a row: who, what they did and when. */
function Head({ author, at, children }: { author: AuthorDto; at: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 md:flex-nowrap">
      <span className="flex min-w-0 shrink-0 items-center gap-1.5 max-md:max-w-[65%]">
        <AuthorCardName author={author} className="text-sm" />
      </span>
      {/* On a phone, what they did has a line of its own. */}
      <span className="min-w-0 truncate text-sm text-text-muted max-md:order-last max-md:w-full md:flex-1">
        {children}
      </span>
      <When at={at} />
    </div>
  );
}

function When({ at }: { at: string }) {
  return (
    <span className="ms-auto shrink-0 text-text-muted text-xs">
      <Time at={at} format="relative" className="min-w-0!" />
    </span>
  );
}

type RowLinkProps = { href: string; isNew: boolean; lines?: 1 | 2; children: ReactNode };

/** The text of a row. The whole row is its target, so the focus ring surrounds the row. */
function RowLink({ href, isNew, lines = 2, children }: RowLinkProps) {
  return (
    <Link
      href={href}
      dir="auto"
      className={clsx(
        "text-sm wrap-anywhere after:absolute after:inset-0",
        "focus-visible:outline-hidden focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(color:--focus)",
        lines === 2 ? "line-clamp-2" : "line-clamp-1",
        !isNew && "text-text-muted",
      )}
    >
      {children}
    </Link>
  );
}

function Faces({ people }: { people: readonly AuthorDto[] }) {
  return (
    <span className="flex gap-0.5">
      {people.map((person) => (
        <AuthorAvatar key={`${person.id} ${person.name}`} author={person} size={20} className="" />
      ))}
    </span>
  );
}

function othersText([, second, ...more]: readonly { name: string }[]): string {
  if (!second) return "";
  return more.length === 0 ? `and ${cleanText(second.name)} ` : `and ${more.length + 1} others `;
}

function titleOf(channel: InboxMentionDto["channel"]): string {
  return cleanText(channelTitle(channel));
}

function textOf(message: MessageDto): ReactNode {
  return <MessageLine message={message} atMost={LONGEST} />;
}
