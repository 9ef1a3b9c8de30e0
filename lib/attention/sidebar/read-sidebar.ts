import { countNewReactions } from "@/lib/attention/inbox/queries";
import { countNotices } from "@/lib/attention/notices/queries";
import { sidebarChannels } from "@/lib/channels/queries";
import { sidebarSections } from "@/lib/channels/sections";
import { countIncidents } from "@/lib/messages/incidents/queries";
import { laterMarks } from "@/lib/messages/later/queries";
import { countScheduled } from "@/lib/messages/scheduled/scheduled";
import { unreadThreads } from "@/lib/messages/threads/my-threads";
import type { SessionUser } from "@/lib/people/find-session-user";

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
