import type { FormResult } from "@/lib/text/form-result";

/** Returns the error message for a confirmation dialog, or null if the action succeeded. */
export function failureOf(result: FormResult<unknown>): string | null {
  return result.ok ? null : result.error;
}
