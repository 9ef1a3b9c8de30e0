import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { encode } from "next-auth/jwt";
import { cache } from "react";
import { clientAddressOf, isOnThisMachine, networkOf } from "@/lib/network/client-address";
import type { SessionUser } from "@/lib/people/find-session-user";
import { type Device, SESSION_SECONDS } from "@/lib/people/sessions";
import { restrictedUserOfToken, type SessionIds, sessionCookie, userOfToken } from "@/lib/people/sign-in/session-user";
import { env } from "@/lib/process/env";
import { authSecret } from "@/lib/secrets/secret";
import { AppError } from "@/lib/text/errors";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";

/** Returns the user of this request, read from the database; null if no one is signed in or the session has ended. */
export const currentUser = cache(async (): Promise<SessionUser | null> => userOfToken(await sessionToken()));

/** Returns the user if they can only set up the required two-step sign-in; null for everyone else. */
export const restrictedUser = cache(
  async (): Promise<SessionUser | null> => restrictedUserOfToken(await sessionToken()),
);

async function sessionToken(): Promise<string | undefined> {
  return (await cookies()).get(sessionCookie().name)?.value;
}

/**
 * For API routes, which identify the user again once a request's body has arrived: reads the database each time. Throws
 * `unauthenticated`.
 */
export async function requireUser(): Promise<SessionUser> {
  const token = await sessionToken();
  const user = await userOfToken(token);
  if (user) return user;
  const isRestricted = (await restrictedUserOfToken(token)) !== null;
  throw new AppError("unauthenticated", isRestricted ? "Set up two-step sign-in to do this." : "Sign in to do this.");
}

/** For pages: redirects to sign-in, or to the setup of a required two-step sign-in. */
export async function requirePageUser(): Promise<SessionUser> {
  return (await currentUser()) ?? redirect((await restrictedUser()) ? signInPaths.setUpTwoStep : paths.login);
}

/** Returns the network of the request, as far as it's known; limits on sign-in and joining count by it. */
export async function clientAddress(): Promise<string> {
  return networkOf(clientAddressOf((await headers()).get("x-forwarded-for"), env.trustedProxies));
}

/** Returns whether the request was made on the machine that runs Parley, without a proxy. */
export async function isFromThisMachine(): Promise<boolean> {
  return isOnThisMachine(await headers());
}

/** Returns the device that sent the request. */
export async function clientDevice(): Promise<Device> {
  return { userAgent: (await headers()).get("user-agent") ?? "", address: await clientAddress() };
}

/** Gives this browser a new session in the response to its own request, which ended the old one. */
export async function renewSession({ userId, sessionId }: SessionIds): Promise<void> {
  const { name, secure } = sessionCookie();
  const token = { sub: `${userId}`, sid: `${sessionId}` };
  const value = await encode({ token, secret: authSecret(), maxAge: SESSION_SECONDS });
  (await cookies()).set({ name, value, httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: SESSION_SECONDS });
}
