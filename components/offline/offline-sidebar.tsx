import { clsx } from "clsx";
import type { MouseEvent } from "react";
import { ChannelLink } from "@/components/sidebar/channel-link";
import type { SidebarChannelDto } from "@/lib/channels/dto";

type OfflineSidebarProps = {
  /** Set when the sidebar is the whole page. */
  id: string | undefined;
  workspaceName: string;
  channels: readonly SidebarChannelDto[];
  open: SidebarChannelDto | null;
  /** Called on every click in it, before the link handles it. */
  onOpen: (event: MouseEvent) => void;
  className: string;
};

/** The saved sidebar. On a phone it is the whole page while no channel is open. */
export function OfflineSidebar({ id, workspaceName, channels, open, onOpen, className }: OfflineSidebarProps) {
  const links = (direct: boolean) =>
    channels
      .filter(({ kind }) => (kind === "direct") === direct)
      .map((channel) => (
        <li key={channel.id}>
          <ChannelLink channel={channel} current={channel === open} />
        </li>
      ));
  const [shared, direct] = [links(false), links(true)];
  const isPage = id !== undefined;
  const [Box, Title] = isPage ? (["main", "h1"] as const) : (["aside", "p"] as const);
  return (
    <Box
      {...(isPage && { id, tabIndex: -1 })}
      className={clsx("flex w-66 shrink-0 flex-col border-e bg-surface-sunken outline-none", className)}
    >
      <Title className="flex h-13 shrink-0 items-center border-b px-4 font-semibold text-base">
        <span className="truncate">{workspaceName}</span>
      </Title>
      <nav aria-label="Channels" onClickCapture={onOpen} className="min-h-0 flex-1 overflow-y-auto px-2 py-3">
        <h2 className="ps-2.5 pb-1 font-medium text-text-muted text-xs">Channels</h2>
        {shared.length > 0 ? <ul>{shared}</ul> : <p className="px-2.5 py-2 text-sm text-text-muted">No channels.</p>}
        {direct.length > 0 && (
          <>
            <h2 className="mt-4 ps-2.5 pb-1 font-medium text-text-muted text-xs">Direct messages</h2>
            <ul>{direct}</ul>
          </>
        )}
      </nav>
    </Box>
  );
}
