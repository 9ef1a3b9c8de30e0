"use client";

import { clsx } from "clsx";
import { type ReactNode, useCallback } from "react";
import { Banner } from "@/components/ui/display/banner";
import type { FormState } from "./use-form";

type FormProps<F extends string> = {
  state: FormState<F>;
  className?: string;
  label?: string;
  /** What the page is for: its first empty field gets the focus when the page opens. */
  isPage?: boolean;
  children: ReactNode;
};

/** A form that shows Parley's error messages instead of the browser's. */
export function Form<F extends string>({ state, className, label, isPage = false, children }: FormProps<F>) {
  const { formRef } = state;
  const ref = useCallback(
    (form: HTMLFormElement | null) => {
      if (form && isPage) focusFirst(form);
      return formRef(form);
    },
    [formRef, isPage],
  );
  return (
    <form
      ref={ref}
      action={state.submit}
      noValidate
      aria-label={label}
      className={clsx("flex flex-col gap-4", className)}
    >
      {children}
      {state.formError && <Banner tone="danger">{state.formError}</Banner>}
    </form>
  );
}

/** Focuses the first empty field, unless the visitor was faster. Not on touch, where the keyboard would cover the page. */
function focusFirst(form: HTMLFormElement): void {
  if (document.activeElement !== document.body || !window.matchMedia("(pointer: fine)").matches) return;
  const fields = [...form.querySelectorAll<HTMLInputElement>("input:not([hidden], [readonly])")];
  (fields.find(({ value }) => value === "") ?? fields[0])?.focus({ preventScroll: true });
}
