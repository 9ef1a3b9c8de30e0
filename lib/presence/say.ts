import { userOfCookies } from "@/lib/auth/session-user";
import { requireChannel } from "@/lib/channels/access";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/hub";
import { countAct, sharedLimiter } from "@/lib/limits";
import { assertMayWrite } from "@/lib/messages/send-message";
import { parseId } from "@/lib/text";
import type { SessionUser } from "@/lib/users/find-session-user";

// A page says at most once in three seconds that somebody types, and rarely that it was left alone.
const LIMIT = { count: 60, seconds: 60 };

const TAB = /^[a-z0-9]{1,32}$/;

/** What a page says of its person, as plain values: it has no body. */
export type Said = { cookies: string; pathname: string; search: URLSearchParams };

/** The name that a page gives itself by `tab`; null if it gives none, or one that isn't allowed. */
export function tabIn(search: URLSearchParams): string | null {
  const tab = search.get("tab");
  return tab !== null && TAB.test(tab) ? tab : null;
}

/**
 * Takes what a page says, with the same guard as the route handlers. False when nobody is signed in by these cookies, or it says nothing of
 * the kind; throws an AppError for what is refused.
 */
export async function hearPage({ cookies, pathname, search }: Said): Promise<boolean> {
  const channelId = parseId(/^\/api\/channels\/(\d+)\/typing$/.exec(pathname)?.[1] ?? "");
  if (channelId === null && pathname !== "/api/presence") return false;
  const user = await userOfCookies(cookies);
  if (!user) return false;
  await (channelId === null ? sayPage(user, search) : sayTyping(user, channelId, search));
  return true;
}

/**
 * Somebody types in a channel, or by `thread` to a message of it: pages that have it open hear it, unless this person doesn't show when
 * they are here. Stored nowhere. Throws `not_found`, and `forbidden` to who may not write there.
 */
export async function sayTyping(user: SessionUser, channelId: bigint, search: URLSearchParams): Promise<void> {
  const channel = await requireChannel(user, channelId);
  assertMayWrite(channel);
  const thread = search.get("thread");
  const threadId = thread === null ? null : parseId(thread);
  if (thread !== null && threadId === null) throw new AppError("invalid", "thread must be a message ID.");
  await countSaying("typing", user);
  if (user.showsPresence) publish({ kind: "typing", channelId, threadId, userId: user.id, name: user.name });
}

/** The page `tab` of somebody was left alone (`away=1`), or is looked at again (`away=0`). If they have no such page, nothing happens. */
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
