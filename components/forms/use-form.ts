"use client";

import { type RefCallback, useActionState, useCallback, useEffect, useRef } from "react";
import type { FormResult } from "@/lib/forms/dto";

type Fields<F extends string> = Record<F, string>;
type Problem = { error: string; field?: string | undefined };

type UseFormOptions<F extends string, T> = {
  fields: readonly F[];
  send: (values: Fields<F>) => Promise<FormResult<T>>;
  done: (data: T) => void | Promise<void>;
};

/** The state that `Form` needs, with the error of each field. */
export type FormState<F extends string> = {
  formRef: RefCallback<HTMLFormElement>;
  submit: (data: FormData) => void;
  busy: boolean;
  errorOf: (field: F) => string | null;
  /** The error that belongs to no field. */
  formError: string | null;
};

const OFFLINE = "That didn't work. Check your connection and try again.";

/** A form's states: busy, failed at a field (which gets the focus), failed as a whole. What was typed stays. */
export function useForm<F extends string, T>({ fields, send, done }: UseFormOptions<F, T>): FormState<F> {
  const form = useRef<HTMLFormElement | null>(null);
  const [problem, submit, busy] = useActionState(async (_: Problem | null, data: FormData): Promise<Problem | null> => {
    const values = Object.fromEntries(fields.map((name) => [name, `${data.get(name) ?? ""}`])) as Fields<F>;
    const result = await send(values).catch(() => ({ ok: false, error: OFFLINE }) as const);
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
 * React resets a form after each action, which would throw away what was typed when it came back with an error. Nor do
 * controls hear of it that reset themselves.
 */
function keepValues(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
