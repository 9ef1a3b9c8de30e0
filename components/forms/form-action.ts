import type { FormResult } from "@/lib/forms/dto";

/** A server action as a component gets it. Its input is checked there, whatever is sent. */
export type FormAction<T = unknown> = (input: unknown) => Promise<FormResult<T>>;
