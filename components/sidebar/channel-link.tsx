import { clsx } from "clsx";
import { memo } from "react";
import { withSigns } from "@/components/emoji/signs";
import { badgeText, channelLabel } from "@/components/frame/unread/badge-text";
import { Present, presenceWords } from "@/components/people/presence/presence";
import { StatusMark } from "@/components/people/status-mark";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { Spinner } from "@/components/ui/display/spinner";
import { BellOff, Ellipsis, Hash, Lock, PencilLine } from "@/components/ui/icons/icons";
import { rowStyle } from "@/components/ui/lists/row-style";
import { useHasDraft } from "@/lib/browser/drafts";
import { useStatus } from "@/lib/browser/people";
import { usePresence } from "@/lib/browser/presence";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";

type ChannelRowProps = { channel: SidebarChannelDto; current: boolean; tabStop: boolean };

/** A channel's row in the sidebar: its link, and a button for its menu while it's hovered or focused. */
export const ChannelRow = memo(function ChannelRow({ channel, current, tabStop }: ChannelRowProps) {
  return (
    <li data-channel={channel.id} className="group relative">
      <ChannelLink channel={channel} current={current} tabStop={tabStop} />
      <button
        type="button"
        tabIndex={-1}
        data-menu
        aria-haspopup="menu"
        aria-label={`Options for ${channel.name}`}
        className={clsx(
          "invisible absolute inset-y-0 end-0 inline-flex w-8 items-center justify-center rounded-md text-text-muted hover:text-text group-hover:visible group-has-focus-visible:visible aria-expanded:visible pointer-coarse:hidden",
          current ? "bg-surface-selected" : "bg-surface-hover",
        )}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}, isSameRow);

/** Answers of the server are new objects, so only what a row shows counts. */
function isSameRow(a: ChannelRowProps, b: ChannelRowProps): boolean {
  return a.current === b.current && a.tabStop === b.tabStop && (a.channel === b.channel || keyOf(a) === keyOf(b));
}

function keyOf({ channel: { id, name, kind, people, unread, mentions, notifications } }: ChannelRowProps): string {
  return JSON.stringify([id, name, kind, people, unread, mentions, notifications]);
}

type ChannelLinkProps = {
  channel: SidebarChannelDto;
  current: boolean;
  /** Whether Tab reaches it. In the sidebar, Tab reaches one row, and arrow keys move between them. */
  tabStop?: boolean;
};

/** A channel or direct message with its unread count; less prominent when its notifications are off. */
export function ChannelLink({ channel, current, tabStop = true }: ChannelLinkProps) {
  const quiet = channel.notifications === "none";
  const [other, ...others] = channel.people ?? [];
  const only = other && others.length === 0 ? other.id : null;
  const presence = usePresence(only ?? "0");
  const status = useStatus(only);
  const hasDraft = useHasDraft(channel.id);
  const described = [
    presence && presence !== "offline" && presenceWords[presence],
    status && (status.text || `Status ${status.emoji}`),
    hasDraft && "Draft",
  ]
    .filter(Boolean)
    .join(", ");
  const emphasized = channel.unread > 0 && !quiet;
  return (
    <Link
      href={paths.channel(channel.id)}
      data-row={channel.id}
      tabIndex={tabStop ? undefined : -1}
      aria-current={current ? "page" : undefined}
      aria-label={channelLabel(channel)}
      aria-description={described || undefined}
      className={clsx(
        rowStyle,
        current ? "bg-surface-selected text-text" : "hover:bg-surface-hover hover:text-text",
        !current && (emphasized ? "text-text" : "text-text-muted"),
        emphasized && "font-semibold",
      )}
    >
      {(opening) => (
        <>
          <ChannelIcon channel={channel} />
          <span className="flex min-w-0 flex-1 items-center gap-1.5">
            <span className="truncate">{withSigns(channel.name)}</span>
            {only && <StatusMark userId={only} />}
            {/* Delayed, so that fast pages show none, and aren't rendered between its frames. The button covers the row's end. */}
            {opening && (
              <span className="animate-late">
                <Spinner className="text-text-muted [animation-delay:200ms]" />
              </span>
            )}
          </span>
          {hasDraft && !current && <PencilLine aria-hidden="true" className="size-3.5 shrink-0 text-text-muted" />}
          {quiet && <BellOff aria-hidden="true" className="size-3.5 shrink-0 text-text-muted" />}
          <CountBadge channel={channel} />
        </>
      )}
    </Link>
  );
}

/** The channel's icon; for a direct message the other person's avatar, or how many others there are. */
function ChannelIcon({ channel: { kind, people } }: { channel: SidebarChannelDto }) {
  const [only, ...more] = people ?? [];
  if (!only) {
    const Icon = kind === "private" ? Lock : Hash;
    return <Icon aria-hidden="true" className="size-4 shrink-0" />;
  }
  // 20 px avatars with -2 px margins take as much room as 16 px icons, so that all names line up.
  if (more.length === 0) {
    return (
      <span className="-mx-0.5 flex">
        <Present userId={only.id}>
          <Avatar name={only.name} seed={only.id} src={only.avatarUrl} size={20} />
        </Present>
      </span>
    );
  }
  return (
    <span
      aria-hidden="true"
      className="-mx-0.5 inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-surface-hover font-semibold text-xs tabular-nums ring-1 ring-border ring-inset"
    >
      {more.length + 1}
    </span>
  );
}

/** The number of mentions in the accent color, or else of unread messages in grey. */
function CountBadge({ channel: { kind, unread, mentions, notifications } }: { channel: SidebarChannelDto }) {
  if (unread === 0 && mentions === 0) return null;
  const loud = mentions > 0 && (kind !== "direct" || notifications !== "none");
  return (
    <span
      className={clsx(
        "rounded-full px-1.5 text-xs tabular-nums",
        loud
          ? "bg-accent font-semibold text-accent-text"
          : "bg-surface-hover font-medium text-text-muted ring-1 ring-border ring-inset",
      )}
    >
      {/* Every message in a direct message counts as a mention, so an @ would add nothing. */}
      {mentions > 0 && kind !== "direct" ? `@${badgeText(mentions)}` : badgeText(unread)}
    </span>
  );
}
