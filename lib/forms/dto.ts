/** What a server action answers: its result, or one sentence for the person and the field it belongs to. */
export type FormResult<T = void> = { ok: true; data: T } | { ok: false; error: string; field?: string | undefined };
