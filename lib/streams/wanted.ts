import { requireChannel, seesSenders } from "@/lib/channels/access";
import { memberOf } from "@/lib/channels/queries";
import { AppError } from "@/lib/errors";
import { parseId } from "@/lib/ids";
import { tabSchema } from "@/lib/presence/schema";
import type { Wanted } from "@/lib/streams/open-stream";
import { resumeFrom } from "@/lib/streams/resume-from";
import type { SessionUser } from "@/lib/users/find-session-user";

/** The headers of a stream's answer. */
export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

/**
 * What a person asks for by `?channel=<id>&rev=<rev>` and `Last-Event-ID`, once they may have it; by `&tab=<name>` a page asks, with
 * `&away=1` one that was left alone. Throws `not_found` for a channel that they may not see and for what is no id.
 */
export async function wantedStream(
  user: SessionUser,
  search: URLSearchParams,
  lastEventId: string | null,
): Promise<Wanted> {
  const channel = search.get("channel");
  const channelId = channel === null ? null : parseId(channel);
  if (channel !== null && channelId === null) throw new AppError("not_found", "There is nothing at this address.");
  const opened = channelId === null ? null : await requireChannel(user, channelId);
  const tab = tabSchema.safeParse(search.get("tab")).data;
  return {
    userId: user.id,
    sessionId: user.sessionId,
    memberOf: await memberOf(user),
    page: tab === undefined ? null : { tab, away: search.get("away") === "1", shows: user.showsPresence },
    seesSenders: opened !== null && seesSenders(opened),
    channelId,
    rev: resumeFrom(channelId, search.get("rev"), lastEventId),
  };
}
