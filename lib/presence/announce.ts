import type { AccessibleChannel } from "@/lib/channels/access";
import type { PageMove } from "@/lib/presence/packet";
import { presence } from "@/lib/presence/presence";
import { countAct, sharedLimiter } from "@/lib/shared-limiter";
import type { SessionUser } from "@/lib/users/find-session-user";

// A page says at most once in three seconds that somebody types, and rarely that it was left alone.
const LIMIT = { count: 60, seconds: 60 };

/** Tells whoever has the channel open that this person is typing there, unless they don't show when they are here. Stored nowhere. */
export async function announceTyping({ user, channel }: AccessibleChannel, threadId: bigint | null): Promise<void> {
  const at = performance.now();
  await countSaying("typing", user);
  if (!user.showsPresence) return;
  presence().sayTyping({
    channelId: `${channel.id}`,
    threadId: threadId === null ? null : `${threadId}`,
    userId: `${user.id}`,
    name: user.name,
    at,
  });
}

/** One of this person's pages was left alone or is looked at again. Whoever has no such page says nothing by it. */
export async function announcePage(user: SessionUser, page: Omit<PageMove, "userId">): Promise<void> {
  await countSaying("presence", user);
  presence().sayPage({ ...page, userId: `${user.id}` });
}

function countSaying(name: string, { id }: SessionUser): Promise<void> {
  return countAct(sharedLimiter(name, LIMIT), id, "You did too much at once.");
}
