"use client";

import { useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { RadioCards } from "@/components/ui/radio-cards";
import { SelectField } from "@/components/ui/select-field";
import { toast } from "@/components/ui/toaster";
import { useSaved } from "./use-saved";

type SavedChoiceProps = {
  label: string;
  options: readonly { value: string; label: string; hint?: string }[];
  value: string;
  /** The field of `save`'s input. */
  field: string;
  save: FormAction;
  disabled?: boolean;
};

/** Radio cards that are saved as soon as another one is chosen. */
export function SavedCards({ value, field, save, ...rest }: SavedChoiceProps) {
  const { shown, choose, mark } = useChoice({ value, field, save });
  return <RadioCards {...rest} aside={mark} value={shown} onValueChange={(next) => void choose(next)} />;
}

/** A select that is saved as soon as another option is chosen. */
export function SavedSelect({ value, field, save, ...rest }: SavedChoiceProps & { hint: string }) {
  const { shown, choose, mark } = useChoice({ value, field, save });
  return (
    <SelectField
      {...rest}
      name={field}
      aside={mark}
      value={shown}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
    />
  );
}

/** The choice as shown: immediately the new one, and the stored one again if saving fails. */
function useChoice({ value, field, save }: Pick<SavedChoiceProps, "value" | "field" | "save">) {
  const [stored, setStored] = useState(value);
  const [shown, setShown] = useState(value);
  const { send, mark } = useSaved(save);
  if (value !== stored) {
    setStored(value);
    setShown(value);
  }

  async function choose(next: string): Promise<void> {
    setShown(next);
    const failure = await send({ [field]: next });
    if (failure === null) return;
    setShown(stored);
    toast.error(failure);
  }

  return { shown, choose, mark };
}
