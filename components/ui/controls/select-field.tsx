import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { ChevronDown } from "@/components/ui/icons/icons";
import { controlStyle } from "./control-style";
import { Field, type FieldText } from "./field";

type SelectFieldProps = FieldText &
  Omit<ComponentProps<"select">, "id" | "className" | "children"> & {
    options: readonly { value: string; label: string }[];
  };

/** A select with its label: the browser's own, which every keyboard, phone and screen reader supports. */
export function SelectField({ label, hint, error, aside, hideLabel, className, options, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, aside, hideLabel, className }}>
      {(control) => (
        <span className="relative flex">
          <select {...select} {...control} className={clsx(controlStyle, "h-9 appearance-none truncate pe-9 text-sm")}>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-text-muted"
          />
        </span>
      )}
    </Field>
  );
}
