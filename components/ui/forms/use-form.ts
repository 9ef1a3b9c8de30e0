"use client";

import { type RefCallback, useActionState, useCallback, useEffect, useRef } from "react";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import type { FormResult } from "@/lib/text/form-result";

type Fields<F extends string> = Record<F, string>;
type Problem = { error: string; field?: string | undefined };

type UseFormOptions<F extends string, T> = {
  fields: readonly F[];
  send: (values: Fields<F>) => Promise<FormResult<T>>;
  done: (data: T) => void | Promise<void>;
};

/** The state of a `Form`, with the error of each field. */
export type FormState<F extends string> = {
  formRef: RefCallback<HTMLFormElement>;
  submit: (data: FormData) => void;
  busy: boolean;
  errorOf: (field: F) => string | null;
  /** The error of the form as a whole. */
  formError: string | null;
};

/** Submits a form. On failure, focuses the field with the error and keeps the values. */
export function useForm<F extends string, T>({ fields, send, done }: UseFormOptions<F, T>): FormState<F> {
  const form = useRef<HTMLFormElement | null>(null);
  const [problem, submit, busy] = useActionState(async (_: Problem | null, data: FormData): Promise<Problem | null> => {
    const values = Object.fromEntries(fields.map((name) => [name, `${data.get(name) ?? ""}`])) as Fields<F>;
    const result = await send(values).catch(() => ({ ok: false, error: UNREACHABLE }) as const);
    if (!result.ok) return result;
    await done(result.data);
    return null;
  }, null);

  useEffect(() => {
    const wrong = problem?.field ? form.current?.elements.namedItem(problem.field) : null;
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [problem]);

  const formRef = useCallback((element: HTMLFormElement | null) => {
    form.current = element;
    element?.addEventListener("reset", keepValues);
    return () => element?.removeEventListener("reset", keepValues);
  }, []);

  const atField = fields.some((name) => name === problem?.field);
  return {
    formRef,
    submit,
    busy,
    errorOf: (field) => (problem?.field === field ? problem.error : null),
    formError: atField ? null : (problem?.error ?? null),
  };
}

/**
 * Keeps the form's values when React resets it after an action, which would lose them after an error. Controls that
 * reset themselves don't get the event either.
 */
function keepValues(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
