import { cookies } from "next/headers";
import { encode } from "next-auth/jwt";
import { SESSION_SECONDS, sessionCookie } from "@/lib/auth/options";
import { authSecret } from "@/lib/secret";

/** Gives this browser a session of the given version, in the answer to its own request: all its others have just ended. */
export async function renewSession(userId: bigint, sessionVersion: number): Promise<void> {
  const { name, secure } = sessionCookie();
  const token = { sub: `${userId}`, version: sessionVersion };
  const value = await encode({ token, secret: authSecret(), maxAge: SESSION_SECONDS });
  (await cookies()).set({ name, value, httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: SESSION_SECONDS });
}
