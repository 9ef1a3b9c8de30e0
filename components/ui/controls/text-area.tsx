import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";
import { Field, type FieldText } from "./field";

type TextAreaProps = FieldText & Omit<ComponentProps<"textarea">, "id" | "className">;

/** A multi-line text field with its label. */
export function TextArea({ label, hint, error, aside, hideLabel, className, ...textarea }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, aside, hideLabel, className }}>
      {(control) => <textarea rows={3} {...textarea} {...control} className={clsx(controlStyle, "resize-y py-2")} />}
    </Field>
  );
}
