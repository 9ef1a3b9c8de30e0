import { sidebarChannels } from "@/lib/channels/queries";
import { sidebarSections } from "@/lib/channels/sections";
import { countNewReactions } from "@/lib/inbox/queries";
import { countIncidents } from "@/lib/incidents/queries";
import { laterMarks } from "@/lib/later/queries";
import { countNotices } from "@/lib/notices/queries";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countScheduled } from "@/lib/scheduled/scheduled";
import { unreadThreads } from "@/lib/threads/my-threads";

/** Returns the user's sidebar: their channels, what is unread in it, incidents, and what they saved and scheduled. */
export async function readSidebar(user: SessionUser) {
  const [channels, sections, threads, notices, reactions, incidents, later, scheduled] = await Promise.all([
    sidebarChannels(user),
    sidebarSections(user),
    unreadThreads(user),
    countNotices(user),
    countNewReactions(user),
    countIncidents(user),
    laterMarks(user),
    countScheduled(user),
  ]);
  return { channels, sections, threads, notices, reactions, incidents, later, scheduled };
}
