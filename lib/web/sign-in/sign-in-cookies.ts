import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import type { PendingLink } from "@/lib/people/sign-in/sign-in-by-sso";
import { STEP_SECONDS } from "@/lib/people/two-step/steps";
import { isReachedByHttps } from "@/lib/process/env";
import { authSecret } from "@/lib/secrets/secret";
import { parseId } from "@/lib/text/text";

// Long enough to look up a password.
const SECONDS = 10 * 60;
// Keeps other tokens of ours from being accepted here.
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

/** Stores a pending link in this browser, encrypted, for ten minutes. */
export async function keepPendingLink({ userId, subject, email }: PendingLink): Promise<void> {
  const token = { account: `${userId}`, login: subject, email };
  const value = await encode({ token, secret: authSecret(), salt: SALT, maxAge: SECONDS });
  (await cookies()).set({ ...linkCookie(), value, maxAge: SECONDS });
}

/** Returns this browser's pending link; null if there is none or it has expired. */
export async function pendingLink(): Promise<PendingLink | null> {
  const kept = (await cookies()).get(linkCookie().name)?.value;
  if (!kept) return null;
  const token = await decode({ token: kept, secret: authSecret(), salt: SALT }).catch(() => null);
  const { data } = tokenSchema.safeParse(token);
  const userId = parseId(data?.account ?? "");
  return data && userId !== null ? { userId, subject: data.login, email: data.email } : null;
}

/** Removes the pending link from this browser. */
export async function forgetPendingLink(): Promise<void> {
  (await cookies()).set({ ...linkCookie(), value: "", maxAge: 0 });
}

/** The cookie that binds a second step, or the use of a passkey, to the browser that started it. */
function stepCookie(): { name: string; options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean } } {
  const secure = isReachedByHttps();
  const name = secure ? "__Host-parley.step" : "parley.step";
  return { name, options: { httpOnly: true, sameSite: "lax", path: "/", secure } };
}

/** Returns the token of the step that this browser started, or null. */
export async function stepToken(): Promise<string | null> {
  return (await cookies()).get(stepCookie().name)?.value ?? null;
}

/** Stores the token in this browser, in the response to its own request. */
export async function keepStepToken(token: string): Promise<void> {
  const { name, options } = stepCookie();
  (await cookies()).set({ name, value: token, ...options, maxAge: STEP_SECONDS });
}

/** Returns the header that stores the token in a browser. */
export function stepCookieHeader(token: string): string {
  const { name, options } = stepCookie();
  const secure = options.secure ? "; Secure" : "";
  return `${name}=${token}; Path=/; Max-Age=${STEP_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
