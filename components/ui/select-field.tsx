import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";
import { Field, type FieldText } from "./field";

type Option = { value: string; label: string };
type SelectFieldProps = FieldText & Omit<ComponentProps<"select">, "id" | "className"> & { options: readonly Option[] };

/** The platform's own select: right on every phone, and for every screen reader. */
export function SelectField({ label, hint, error, hideLabel, className, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} className={className ?? ""}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={clsx(controlStyle, "h-9 appearance-none pe-9")}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-text-muted"
          />
        </div>
      )}
    </Field>
  );
}
