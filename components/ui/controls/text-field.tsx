import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";
import { Field, type FieldText } from "./field";

type TextFieldProps = FieldText & Omit<ComponentProps<"input">, "id" | "className"> & { mono?: boolean };

/** A text field with its label, which is its exact accessible name. */
export function TextField({ label, hint, error, aside, hideLabel, className, mono, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, aside, hideLabel, className }}>
      {(control) => (
        <input type="text" {...input} {...control} className={clsx(controlStyle, "h-9", mono && "font-mono text-sm")} />
      )}
    </Field>
  );
}
