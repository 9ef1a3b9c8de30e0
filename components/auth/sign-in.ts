import { signIn } from "next-auth/react";
import { request } from "@/lib/browser/request";
import type { FormResult } from "@/lib/forms/dto";
import { paths } from "@/lib/paths";

/** What a second step is taken with: a code, or what a passkey has signed, as JSON. */
export type StepAnswer = { code: string } | { passkey: string };

/** What one signs in with: a password, or the answer for its second step; a passkey also alone. */
type Credentials = { email: string; password: string } | StepAnswer;

/** Starts a session in this browser, or the second step to one. Answers where to go on. Errors are sentences of the server's. */
export async function signInWith(credentials: Credentials): Promise<FormResult<string>> {
  const result = await signIn("credentials", { ...credentials, redirect: false });
  if (!result?.ok || result.error) {
    return { ok: false, error: result?.error ?? "Sign-in is temporarily unavailable. Try again in a moment." };
  }
  const asksMore = result.url !== null && new URL(result.url, window.location.href).pathname === paths.secondStep;
  return { ok: true, data: asksMore ? paths.secondStep : paths.home };
}

/** Links the login that waits for it to one's account, or goes on to the second step of that. Answers where to go on. */
export async function linkWith(shown: { password: string } | StepAnswer): Promise<FormResult<string>> {
  const answer = await request<{ to: string }>(paths.api.identities, { method: "POST", body: shown });
  if (answer.ok) return { ok: true, data: answer.data.to };
  return { ok: false, error: answer.error ?? "That didn't work. Check your connection and try again." };
}

/**
 * Loads a page anew, so that nothing rendered for somebody else remains. Resolves only when the page should be gone: what
 * waits for it stays busy until then, and works again when the browser brings the page back from its memory.
 */
export async function leaveFor(path: string): Promise<void> {
  window.location.assign(path);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
}

/** Enters with the account that was made just now. If that fails, the sign-in page is where to go on. */
export async function enter({ email, password }: { email: string; password: string }): Promise<void> {
  // Not what else stood in the form: a setup code is none of the second step.
  const result: FormResult<string> = await signInWith({ email, password }).catch(() => ({ ok: false, error: "" }));
  await leaveFor(result.ok ? result.data : paths.login);
}
