"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { controlStyle } from "@/components/ui/controls/control-style";
import { Field } from "@/components/ui/controls/field";
import { Eye, EyeOff } from "@/components/ui/icons/more-icons";

type PasswordFieldProps = {
  label: string;
  name: string;
  /** Shows the requirements of a new password. */
  kind: "current" | "new";
  hint?: string;
  error: string | null;
};

const RULES = "At least 8 characters. Common passwords aren't allowed.";

/** A password field with a button that shows the password. */
export function PasswordField({ label, name, kind, hint = kind === "new" ? RULES : "", error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    // An error says which of the rules is broken.
    <Field label={label} hint={error === null ? hint : ""} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            name={name}
            type={shown ? "text" : "password"}
            autoComplete={`${kind}-password`}
            autoCapitalize="none"
            spellCheck={false}
            required
            className={clsx(controlStyle, "h-9 pe-11")}
          />
          {/* Not "Show password": looking up the field by its label would find the button, too. */}
          <button
            type="button"
            aria-label="Show what you type"
            aria-pressed={shown}
            title={shown ? "Hide what you type" : "Show what you type"}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 flex w-10 items-center justify-center rounded-md text-text-muted transition-colors hover:text-text"
          >
            <Icon aria-hidden="true" className="size-4" />
          </button>
        </div>
      )}
    </Field>
  );
}
