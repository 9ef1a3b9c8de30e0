import { cookies } from "next/headers";
import { isReachedByHttps } from "@/lib/base-url";
import { STEP_SECONDS } from "@/lib/two-step/steps";

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
