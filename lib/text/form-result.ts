/** The result of a server action: its data, or an error message and the field it belongs to. */
export type FormResult<T = void> = { ok: true; data: T } | { ok: false; error: string; field?: string | undefined };
