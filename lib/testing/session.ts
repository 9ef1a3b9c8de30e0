import { vi } from "vitest";
import type { SessionUser } from "@/lib/people/find-session-user";

/**
 * Stands for `lib/web/session` in integration tests, whose requests have no cookies: `vi.mocked(requireUser)` says who sends
 * them.
 */
export const requireUser = vi.fn<() => Promise<SessionUser>>();
