import { encode } from "next-auth/jwt";
import { sessionCookie } from "@/lib/people/sign-in/session-user";
import { authSecret } from "@/lib/secrets/secret";

/** Returns the cookie that the sign-in page would set for this session. */
export async function cookieOf(session: {
  userId: bigint;
  sessionId: bigint;
}): Promise<{ name: string; value: string }> {
  const token = { sub: `${session.userId}`, sid: `${session.sessionId}` };
  return { name: sessionCookie().name, value: await encode({ token, secret: authSecret() }) };
}

/** Returns the Cookie header with which this person is signed in. */
export async function cookieHeader({ id, sessionId }: { id: bigint; sessionId: bigint }): Promise<string> {
  const { name, value } = await cookieOf({ userId: id, sessionId });
  return `${name}=${value}`;
}
