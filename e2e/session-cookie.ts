import { encode } from "next-auth/jwt";
import { sessionCookie } from "@/lib/auth/session-user";
import { authSecret } from "@/lib/secret";

/** The cookie by which a browser is signed in with this session, as the sign-in page would set it. */
export async function cookieOf(session: {
  userId: bigint;
  sessionId: bigint;
}): Promise<{ name: string; value: string }> {
  const token = { sub: `${session.userId}`, sid: `${session.sessionId}` };
  return { name: sessionCookie().name, value: await encode({ token, secret: authSecret() }) };
}
