"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import type { FormState } from "./use-form";

type FormProps<F extends string> = { state: FormState<F>; className?: string; label?: string; children: ReactNode };

/** A form that shows Parley's error messages instead of the browser's. */
export function Form<F extends string>({ state, className, label, children }: FormProps<F>) {
  return (
    <form
      ref={state.formRef}
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
