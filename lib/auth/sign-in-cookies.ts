import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { isReachedByHttps } from "@/lib/env";
import { authSecret } from "@/lib/secret";
import { parseId } from "@/lib/text";
import { STEP_SECONDS } from "@/lib/two-step/steps";
import type { PendingLink } from "@/lib/users/sign-in-by-sso";

// Long enough to look a password up.
const SECONDS = 10 * 60;
// So that no other token of ours is taken for one of these.
const SALT = "parley.link";

const tokenSchema = z.object({ account: z.string(), login: z.string(), email: z.string().nullable() });

function linkCookie() {
  const secure = isReachedByHttps();
  return {
    name: secure ? "__Host-parley.link" : "parley.link",
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
  } as const;
}

/** Keeps in this browser, encrypted and for ten minutes, which login waits for the password of which account. */
export async function keepPendingLink({ userId, subject, email }: PendingLink): Promise<void> {
  const token = { account: `${userId}`, login: subject, email };
  const value = await encode({ token, secret: authSecret(), salt: SALT, maxAge: SECONDS });
  (await cookies()).set({ ...linkCookie(), value, maxAge: SECONDS });
}

/** What this browser keeps of that; null where there is nothing, or it is too old. */
export async function pendingLink(): Promise<PendingLink | null> {
  const kept = (await cookies()).get(linkCookie().name)?.value;
  if (!kept) return null;
  const token = await decode({ token: kept, secret: authSecret(), salt: SALT }).catch(() => null);
  const { data } = tokenSchema.safeParse(token);
  const userId = parseId(data?.account ?? "");
  return data && userId !== null ? { userId, subject: data.login, email: data.email } : null;
}

/** Forgets it: it is done. */
export async function forgetPendingLink(): Promise<void> {
  (await cookies()).set({ ...linkCookie(), value: "", maxAge: 0 });
}

/** The cookie that binds a second step, or the use of a passkey, to the browser in which it was begun. */
function stepCookie(): { name: string; options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean } } {
  const secure = isReachedByHttps();
  const name = secure ? "__Host-parley.step" : "parley.step";
  return { name, options: { httpOnly: true, sameSite: "lax", path: "/", secure } };
}

/** What this browser has begun, or null. */
export async function stepToken(): Promise<string | null> {
  return (await cookies()).get(stepCookie().name)?.value ?? null;
}

/** Has this browser keep the token, in the answer to its own request. */
export async function keepStepToken(token: string): Promise<void> {
  const { name, options } = stepCookie();
  (await cookies()).set({ name, value: token, ...options, maxAge: STEP_SECONDS });
}

/** The header by which a browser keeps the token. */
export function stepCookieHeader(token: string): string {
  const { name, options } = stepCookie();
  const secure = options.secure ? "; Secure" : "";
  return `${name}=${token}; Path=/; Max-Age=${STEP_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
