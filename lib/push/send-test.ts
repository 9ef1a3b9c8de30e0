import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { Network } from "@/lib/images/fetch-remote";
import { dropSubscription } from "@/lib/push/queue";
import { sendPush } from "@/lib/push/send-push";
import { openSealed } from "@/lib/push/subscriptions";
import { countAct, sharedLimiter } from "@/lib/shared-limiter";
import type { SessionUser } from "@/lib/users/find-session-user";

const TEST_LIMIT = { count: 5, seconds: 60 };
const TTL_SECONDS = 60;

/**
 * Pushes a test to the browser that asks. Throws `not_found` when pushes aren't on there, `unavailable` when its push service doesn't
 * take it, and `rate_limited` for more than five a minute.
 */
export async function sendTest(user: SessionUser, network?: Network): Promise<void> {
  await countAct(sharedLimiter("push-test", TEST_LIMIT), user.id, "That were many tests.");
  const row = await db().pushSubscription.findFirst({
    where: { userId: user.id, sessionId: user.sessionId },
    orderBy: { createdAt: "desc" },
  });
  if (!row) throw new AppError("not_found", "Pushes are off in this browser. Turn them on first.");
  const subscription = openSealed(row.sealed);
  const sent = subscription
    ? await sendPush(subscription, { kind: "test" }, { topic: "test", ttl: TTL_SECONDS }, network)
    : ({ outcome: "gone" } as const);
  if (sent.outcome === "sent") return;
  if (sent.outcome === "gone") {
    await dropSubscription(row.id);
    throw new AppError(
      "not_found",
      "Your browser's push service doesn't know it any more. Turn pushes off and on again.",
    );
  }
  const why = `${row.host} did not take it (${sent.reason}).`;
  throw new AppError("unavailable", `${why} Parley needs a way out to it; ask whoever runs this Parley.`);
}
