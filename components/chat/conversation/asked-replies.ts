import { type Answer, request } from "@/lib/browser/request";
import type { ThreadPageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";

/** The replies of the thread that was pointed at last, asked for before its pane is rendered. */
type AskedReplies = { address: string; at: number; answer: Promise<Answer<ThreadPageDto>>; page: ThreadPageDto | null };
let asked: AskedReplies | null = null;

// What was asked for longer ago is asked for again. Changes since then follow: the stream goes back to the page's revision.
const RECENT_MS = 10_000;

function askedAt(address: string): AskedReplies | null {
  return asked?.address === address && Date.now() - asked.at < RECENT_MS ? asked : null;
}

/** Asks for a thread's replies, because the pointer is at what opens it. */
export function askForReplies(rootId: string): void {
  // Beside other pages than a channel, the pane asks on its own.
  const channelId = /^\/channels\/(\d+)$/.exec(window.location.pathname)?.[1];
  const address = channelId && paths.api.thread(channelId, rootId);
  if (!address || askedAt(address)) return;
  const replies: AskedReplies = { address, at: Date.now(), answer: request(address), page: null };
  asked = replies;
  void replies.answer.then((answer) => {
    if (answer.ok) replies.page = answer.data;
    else if (asked === replies) asked = null;
  });
}

/** Returns a thread's replies if they are here already. */
export function earlyReplies(address: string): ThreadPageDto | null {
  return askedAt(address)?.page ?? null;
}

/** Returns a thread's replies, which may have been asked for. What comes later has to be asked for again. */
export function takeReplies(address: string): Promise<Answer<ThreadPageDto>> {
  const answer = askedAt(address)?.answer ?? request<ThreadPageDto>(address);
  asked = null;
  return answer;
}
