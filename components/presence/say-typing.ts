import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";

const EVERY_MS = 3_000;

let said = { conversationId: "", at: 0 };

/** Somebody has just written something in a channel, or to a thread of it: said at most every three seconds. */
export function sayTyping(channelId: string, threadId: string | null = null): void {
  const conversationId = threadId ?? channelId;
  const at = Date.now();
  if (conversationId === said.conversationId && at - said.at < EVERY_MS) return;
  said = { conversationId, at };
  void request(paths.api.typing(channelId, threadId), { method: "POST" });
}
