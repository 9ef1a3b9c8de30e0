import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { decode } from "next-auth/jwt";
import { cache } from "react";
import { clientAddressOf, networkOf } from "@/lib/auth/client-address";
import { sessionCookie } from "@/lib/auth/options";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { parseId } from "@/lib/ids";
import { paths } from "@/lib/paths";
import { authSecret } from "@/lib/secret";
import { findSessionUser, type SessionUser } from "@/lib/users/find-session-user";

/** Who is asking, read from the database for this request; null when nobody is signed in or the session has ended. */
export const currentUser = cache(async (): Promise<SessionUser | null> => {
  const token = (await cookies()).get(sessionCookie().name)?.value;
  const session = token ? await decode({ token, secret: authSecret() }).catch(() => null) : null;
  const id = parseId(session?.sub ?? "");
  const version = session?.version;
  return id !== null && typeof version === "number" ? findSessionUser(id, version) : null;
});

/** For API routes and actions. Throws `unauthenticated`. */
export async function requireUser(): Promise<SessionUser> {
  const user = await currentUser();
  if (!user) throw new AppError("unauthenticated", "Sign in to do this.");
  return user;
}

/** For pages: sends whoever isn't signed in to the sign-in page. */
export async function requirePageUser(): Promise<SessionUser> {
  return (await currentUser()) ?? redirect(paths.login);
}

/** The network a request came from, as far as it can be known: what counts attempts to sign in and to join. */
export async function clientAddress(): Promise<string> {
  return networkOf(clientAddressOf((await headers()).get("x-forwarded-for"), env.trustedProxies));
}
