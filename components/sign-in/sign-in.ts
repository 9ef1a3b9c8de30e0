import { signIn } from "next-auth/react";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { request } from "@/lib/browser/request";
import type { FormResult } from "@/lib/text/form-result";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";

/** A code, or a passkey's response as JSON. */
export type StepAnswer = { code: string } | { passkey: string };

/** A password, or the response to its second step. A passkey also works alone. */
type Credentials = { email: string; password: string } | StepAnswer;

/** Signs in, or continues to the second step. Returns where to go next, or the server's error message. */
export async function signInWith(credentials: Credentials): Promise<FormResult<string>> {
  const result = await signIn("credentials", { ...credentials, redirect: false });
  if (!result?.ok || result.error) {
    return { ok: false, error: result?.error ?? "Sign-in is temporarily unavailable. Try again in a moment." };
  }
  const asksMore = result.url !== null && new URL(result.url, window.location.href).pathname === signInPaths.secondStep;
  return { ok: true, data: asksMore ? signInPaths.secondStep : paths.home };
}

/** Links the waiting login to the account, or continues to its second step. Returns where to go next. */
export async function linkWith(shown: { password: string } | StepAnswer): Promise<FormResult<string>> {
  const answer = await request<{ to: string }>(signInPaths.identities, { method: "POST", body: shown });
  if (answer.ok) return { ok: true, data: answer.data.to };
  return { ok: false, error: answer.error ?? UNREACHABLE };
}

/**
 * Reloads, so that nothing rendered for another person remains. Resolves only once the page should be gone: callers
 * stay busy until then, and work again when the browser restores the page from its back/forward cache.
 */
export async function leaveFor(path: string): Promise<void> {
  window.location.assign(path);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
}

/** Signs in with an account that was just created. If that fails, goes to the sign-in page. */
export async function enter({ email, password }: { email: string; password: string }): Promise<void> {
  // Only these fields: the form's setup code would be taken for a second step's code.
  const result: FormResult<string> = await signInWith({ email, password }).catch(() => ({ ok: false, error: "" }));
  await leaveFor(result.ok ? result.data : paths.login);
}
