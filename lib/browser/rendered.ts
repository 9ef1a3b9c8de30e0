import { createContext } from "react";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { UnreadThreadDto } from "@/lib/messages/dto";
import type { NoticeCountDto } from "@/lib/notices/dto";
import type { StatusesDto } from "@/lib/users/dto";

/** The reader's channels, their threads with something new, and how many notices wait for them. */
export type Sidebar = { channels: SidebarChannelDto[]; threads: UnreadThreadDto[]; notices: NoticeCountDto };

/** What the server renders around every page and the browser then keeps up to date. */
export type Rendered = { sidebar: Sidebar; statuses: StatusesDto; mutedIds: string[] };

/** The same as it was rendered last: what is shown until the page is live, and on the server. */
export const RenderedContext = createContext<Rendered>({
  sidebar: { channels: [], threads: [], notices: { any: false, unseen: 0, newest: null } },
  statuses: {},
  mutedIds: [],
});
