import { userOfCookies } from "@/lib/auth/session-user";
import type { Carrier } from "@/lib/streams/event-stream";
import { startStream } from "@/lib/streams/open-stream";
import { wantedStream } from "@/lib/streams/wanted";

/** A request for an event stream, as plain values. */
export type StreamRequest = { cookies: string; search: URLSearchParams; lastEventId: string | null };

/**
 * Starts the stream that is asked for, with the same guard as the route handler's. False when nobody is signed in by these cookies; throws
 * what `wantedStream` and `startStream` throw.
 */
export async function streamFor({ cookies, search, lastEventId }: StreamRequest, carrier: Carrier): Promise<boolean> {
  const user = await userOfCookies(cookies);
  if (!user) return false;
  await startStream(await wantedStream(user, search, lastEventId), carrier);
  return true;
}
