import { requireChannel } from "@/lib/channels/access";
import { publish } from "@/lib/events/hub";
import { assertMayWrite } from "@/lib/messages/post/send-message";
import type { SessionUser } from "@/lib/people/find-session-user";
import { userOfCookies } from "@/lib/people/sign-in/session-user";
import { countAct, sharedLimiter } from "@/lib/process/limits";
import { AppError } from "@/lib/text/errors";
import { parseId } from "@/lib/text/text";

// A page reports typing at most every three seconds, and rarely that its user is away.
const LIMIT = { count: 60, seconds: 60 };

const TAB = /^[a-z0-9]{1,32}$/;

/** A page's report about its user, as plain values. It has no body. */
export type PresenceReport = { cookies: string; pathname: string; search: URLSearchParams };

/** Returns the page's id from the parameter `tab`; null if it is missing or invalid. */
export function tabIn(search: URLSearchParams): string | null {
  const tab = search.get("tab");
  return tab !== null && TAB.test(tab) ? tab : null;
}

/**
 * Handles a page's report that it has gone away or that someone is typing. Returns false if no one is signed in by these
 * cookies, or for other paths. Throws an AppError like the route handlers.
 */
export async function hearPage({ cookies, pathname, search }: PresenceReport): Promise<boolean> {
  const channelId = parseId(/^\/api\/channels\/(\d+)\/typing$/.exec(pathname)?.[1] ?? "");
  if (channelId === null && pathname !== "/api/presence") return false;
  const user = await userOfCookies(cookies);
  if (!user) return false;
  await (channelId === null ? sayPage(user, search) : sayTyping(user, channelId, search));
  return true;
}

/**
 * Reports to open pages that the user is typing in a channel, or in the thread of `thread`, unless the user hides their
 * presence. Nothing is stored. Throws `not_found`, and `forbidden` if the user can't post there.
 */
export async function sayTyping(user: SessionUser, channelId: bigint, search: URLSearchParams): Promise<void> {
  const channel = await requireChannel(user, channelId);
  const thread = search.get("thread");
  const threadId = thread === null ? null : parseId(thread);
  if (thread !== null && threadId === null) throw new AppError("invalid", "thread must be a message ID.");
  assertMayWrite(channel, { inThread: threadId !== null });
  await countSaying("typing", user);
  if (user.showsPresence) publish({ kind: "typing", channelId, threadId, userId: user.id, name: user.name });
}

/** Sets whether the user is away from their page `tab` (`away=1`) or back (`away=0`). Does nothing for an unknown page. */
export async function sayPage(user: SessionUser, search: URLSearchParams): Promise<void> {
  const tab = tabIn(search);
  const away = search.get("away");
  if (tab === null) throw new AppError("invalid", "tab must be the ID of the page.");
  if (away !== "0" && away !== "1") throw new AppError("invalid", "away must be 0 or 1.");
  await countSaying("presence", user);
  publish({ kind: "page", userId: user.id, tab, away: away === "1" });
}

function countSaying(name: string, { id }: SessionUser): Promise<void> {
  return countAct(sharedLimiter(name, LIMIT), id, "You're doing that too fast.");
}
