import type { FormResult } from "@/lib/forms/dto";
import { paths } from "@/lib/paths";
import { leaveFor, signInWith } from "./sign-in";

/** Enters with the account that was made just now. If that fails, the sign-in page is where to go on. */
export async function enter(credentials: { email: string; password: string }): Promise<void> {
  const result: FormResult = await signInWith(credentials).catch(() => ({ ok: false, error: "" }));
  await leaveFor(result.ok ? paths.home : paths.login);
}
