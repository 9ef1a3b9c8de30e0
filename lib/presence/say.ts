import { userOfCookies } from "@/lib/auth/session";
import { requireChannel } from "@/lib/channels/access";
import { AppError } from "@/lib/errors";
import { parseId } from "@/lib/ids";
import { assertMayWrite } from "@/lib/messages/send-message";
import { announcePage, announceTyping } from "@/lib/presence/announce";
import { tabSchema } from "@/lib/presence/schema";
import type { SessionUser } from "@/lib/users/find-session-user";

/** What a page says of its person, as plain values: it has no body. */
export type Said = { cookies: string; pathname: string; search: URLSearchParams };

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

/** Somebody types in a channel, or by `thread` to a message of it. Throws `not_found`, and `forbidden` to who may not write there. */
export async function sayTyping(user: SessionUser, channelId: bigint, search: URLSearchParams): Promise<void> {
  const channel = await requireChannel(user, channelId);
  assertMayWrite(channel);
  const thread = search.get("thread");
  const threadId = thread === null ? null : parseId(thread);
  if (thread !== null && threadId === null) throw new AppError("invalid", "thread must be a message's id.");
  await announceTyping(channel, threadId);
}

/** The page `tab` of somebody was left alone (`away=1`), or is looked at again (`away=0`). */
export async function sayPage(user: SessionUser, search: URLSearchParams): Promise<void> {
  const tab = tabSchema.safeParse(search.get("tab")).data;
  const away = search.get("away");
  if (tab === undefined) throw new AppError("invalid", "tab must be the page's name.");
  if (away !== "0" && away !== "1") throw new AppError("invalid", "away must be 0 or 1.");
  await announcePage(user, { tab, away: away === "1" });
}
