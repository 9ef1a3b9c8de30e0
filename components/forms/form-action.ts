import type { FormResult } from "@/lib/forms/dto";

/** A server action. It validates its input. */
export type FormAction<T = unknown> = (input: unknown) => Promise<FormResult<T>>;
