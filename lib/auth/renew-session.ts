import { cookies } from "next/headers";
import { encode } from "next-auth/jwt";
import { type SessionIds, sessionCookie } from "@/lib/auth/options";
import { authSecret } from "@/lib/secret";
import { SESSION_SECONDS } from "@/lib/users/sessions";

/** Gives this browser another session, in the answer to its own request: the one by which it came has just ended. */
export async function renewSession({ userId, sessionId }: SessionIds): Promise<void> {
  const { name, secure } = sessionCookie();
  const token = { sub: `${userId}`, sid: `${sessionId}` };
  const value = await encode({ token, secret: authSecret(), maxAge: SESSION_SECONDS });
  (await cookies()).set({ name, value, httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: SESSION_SECONDS });
}
