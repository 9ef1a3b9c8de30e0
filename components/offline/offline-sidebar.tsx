import { clsx } from "clsx";
import type { MouseEvent } from "react";
import { ChannelLink } from "@/components/sidebar/channel-link";
import { groupChannels } from "@/components/sidebar/group-channels";
import type { KeptFrame } from "@/lib/browser/kept/types";
import type { SidebarChannelDto, SidebarSectionDto } from "@/lib/channels/dto";

type OfflineSidebarProps = {
  /** Set when the sidebar is the whole page. */
  id: string | undefined;
  frame: KeptFrame;
  open: SidebarChannelDto | null;
  /** Called on every click in it, before the link handles it. */
  onOpen: (event: MouseEvent) => void;
  className: string;
};

const usual: SidebarSectionDto[] = ["starred", "channels", "direct"].map((key) => ({
  key,
  name: null,
  collapsed: false,
}));

/** The saved sidebar with its sections open. On a phone it is the whole page while no channel is open. */
export function OfflineSidebar({ id, frame, open, onOpen, className }: OfflineSidebarProps) {
  const { workspaceName, sidebar, sections = usual } = frame;
  const opened = sections.map((section) => ({ ...section, collapsed: false }));
  const groups = groupChannels(opened, sidebar, null).filter(({ size }) => size > 0);
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
        {groups.length === 0 && <p className="px-2.5 py-2 text-sm text-text-muted">No channels.</p>}
        {groups.map(({ key, title, shown }) => (
          <section key={key} className="mb-4">
            <h2 className="ps-2.5 pb-1 font-medium text-text-muted text-xs">{title}</h2>
            <ul>
              {shown.map((channel) => (
                <li key={channel.id}>
                  <ChannelLink channel={channel} current={channel === open} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </Box>
  );
}
