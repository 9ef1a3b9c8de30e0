import { createContext } from "react";
import type { NoticeCountDto } from "@/lib/attention/notices/dto";
import type { SidebarChannelDto, SidebarSectionDto } from "@/lib/channels/dto";
import type { UnreadThreadDto } from "@/lib/messages/dto";
import type { EmojiIds } from "@/lib/messages/emoji/custom/dto";
import type { LaterMarksDto } from "@/lib/messages/later/dto";
import type { ScheduledCountDto } from "@/lib/messages/scheduled/dto";
import type { StatusesDto } from "@/lib/people/dto";
import type { WorkspaceDto } from "@/lib/workspace/dto";

/** The reader's channels, the sections that they appear in, threads with new replies, and number of new notices. */
export type Sidebar = {
  channels: SidebarChannelDto[];
  sections: SidebarSectionDto[];
  threads: UnreadThreadDto[];
  notices: NoticeCountDto;
  /** How many messages of the reader have new reactions; missing from an older server during an upgrade. */
  reactions?: number;
  /** How many open incidents need someone; null if none of the reader's channels had one, or they turned that off. */
  incidents?: number | null;
  /** What the reader has saved for later. */
  later?: LaterMarksDto;
  /** What they scheduled; missing from an older server during an upgrade. */
  scheduled?: ScheduledCountDto;
};

/**
 * The data that the server renders around every page, and that the browser then keeps up to date; the workspace by
 * rendering the page again.
 */
export type RenderedData = {
  workspace: WorkspaceDto;
  sidebar: Sidebar;
  statuses: StatusesDto;
  mutedIds: string[];
  emoji: EmojiIds;
};

/** The data of the last server render, shown on the server and until the page is live. */
export const RenderedContext = createContext<RenderedData>({
  workspace: { name: "Parley", logoUrl: null, mayInvite: true, mayCreateChannels: true },
  sidebar: { channels: [], sections: [], threads: [], notices: { any: false, unseen: 0, newest: null } },
  statuses: {},
  mutedIds: [],
  emoji: {},
});
