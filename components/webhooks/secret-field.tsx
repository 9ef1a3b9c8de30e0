"use client";

import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { controlStyle } from "@/components/ui/control-style";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";

type SecretFieldProps = { value: string; change: (value: string) => void; error: string | null; hint: string };

/** A secret to type or paste: hidden from who looks over the shoulder, until its button shows it. */
export function SecretField({ value, change, error, hint }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label="Signing secret" error={error} hint={hint}>
      {(control) => (
        <span className="flex items-center gap-1">
          <input
            {...control}
            type={shown ? "text" : "password"}
            name="secret"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-1p-ignore
            data-lpignore="true"
            value={value}
            onChange={(event) => change(event.target.value)}
            className={clsx(controlStyle, "h-9 font-mono text-sm!")}
          />
          <IconButton
            label={shown ? "Hide secret" : "Show secret"}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  );
}
