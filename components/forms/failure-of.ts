import type { FormResult } from "@/lib/forms/dto";

/** The sentence that a confirmation dialog shows, or null when the action went through. */
export function failureOf(result: FormResult<unknown>): string | null {
  return result.ok ? null : result.error;
}
