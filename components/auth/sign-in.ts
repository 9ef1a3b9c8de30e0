import { signIn } from "next-auth/react";
import type { FormResult } from "@/lib/forms/dto";
import { paths } from "@/lib/paths";

/** Starts a session in this browser. Errors are sentences of the server's. */
export async function signInWith(credentials: { email: string; password: string }): Promise<FormResult> {
  const result = await signIn("credentials", { ...credentials, redirect: false });
  if (result?.ok && !result.error) return { ok: true, data: undefined };
  return { ok: false, error: result?.error ?? "Signing in is not possible just now. Try again in a moment." };
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
export async function enter(credentials: { email: string; password: string }): Promise<void> {
  const result: FormResult = await signInWith(credentials).catch(() => ({ ok: false, error: "" }));
  await leaveFor(result.ok ? paths.home : paths.login);
}
