import type { FormResult } from "@/lib/text/form-result";

/** A server action. It validates its input. */
export type FormAction<T = unknown> = (input: unknown) => Promise<FormResult<T>>;
