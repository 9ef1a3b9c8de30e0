import { clsx } from "clsx";
import { BellOff } from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { Spinner } from "@/components/ui/spinner";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { ChannelIcon } from "./channel-icon";
import { badgeText, channelLabel } from "./sidebar-channels";

/** A channel or direct message in the sidebar, with what is unread in it: quietly where that notifies nobody. */
export function ChannelLink({ channel, current }: { channel: SidebarChannelDto; current: boolean }) {
  const quiet = channel.notifications === "none";
  const calls = channel.unread > 0 && !quiet;
  return (
    <Link
      href={paths.channel(channel.id)}
      aria-current={current ? "page" : undefined}
      aria-label={channelLabel(channel)}
      className={clsx(
        "target-y flex items-center gap-2 rounded-md px-2.5 text-sm",
        current ? "bg-surface-selected text-text" : "hover:bg-surface-hover hover:text-text",
        !current && (calls ? "text-text" : "text-text-muted"),
        calls && "font-semibold",
      )}
    >
      <ChannelIcon channel={channel} />
      <span className="min-w-0 flex-1 truncate">{channel.name}</span>
      <Opening />
      {quiet && <BellOff aria-hidden="true" className="size-3.5 shrink-0 text-text-muted" />}
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

/** How often one is meant, or else, more quietly, how much is unread: in a direct message that notifies of nothing too. */
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
      {/* In a direct message everything is meant for one: no sign says so. */}
      {mentions > 0 && kind !== "direct" ? `@${badgeText(mentions)}` : badgeText(unread)}
    </span>
  );
}
