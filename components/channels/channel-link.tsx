import { clsx } from "clsx";
import Link, { useLinkStatus } from "next/link";
import { Spinner } from "@/components/ui/spinner";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { ChannelIcon } from "./channel-icon";
import { badgeText, channelLabel } from "./sidebar-channels";

/** A channel or direct message in the sidebar, with what is unread in it. */
export function ChannelLink({ channel, current }: { channel: SidebarChannelDto; current: boolean }) {
  return (
    <Link
      href={paths.channel(channel.id)}
      aria-current={current ? "page" : undefined}
      aria-label={channelLabel(channel)}
      className={clsx(
        "target-y flex items-center gap-2 rounded-md px-2.5 text-sm",
        current ? "bg-surface-selected text-text" : "hover:bg-surface-hover hover:text-text",
        !current && (channel.unread > 0 ? "text-text" : "text-text-muted"),
        channel.unread > 0 && "font-semibold",
      )}
    >
      <ChannelIcon channel={channel} />
      <span className="min-w-0 flex-1 truncate">{channel.name}</span>
      <Opening />
      <CountBadge channel={channel} />
    </Link>
  );
}

/** Says that the page is on its way, once that is felt. */
function Opening() {
  if (!useLinkStatus().pending) return null;
  return (
    <span className="animate-late">
      <Spinner className="size-3.5 text-text-muted" />
    </span>
  );
}

/** How often one is meant, or else, more quietly, how much is unread. */
function CountBadge({ channel: { kind, unread, mentions } }: { channel: SidebarChannelDto }) {
  if (unread === 0 && mentions === 0) return null;
  return (
    <span
      className={clsx(
        "rounded-full px-1.5 text-xs tabular-nums",
        mentions > 0
          ? "bg-accent font-semibold text-accent-text"
          : "bg-surface-hover font-medium text-text-muted ring-1 ring-border ring-inset",
      )}
    >
      {/* In a direct message everything is meant for one: no sign says so. */}
      {mentions > 0 && kind !== "direct" ? `@${badgeText(mentions)}` : badgeText(unread)}
    </span>
  );
}
