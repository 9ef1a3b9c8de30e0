"use client";

import { RadioCards } from "@/components/ui/controls/radio-cards";
import { SelectField } from "@/components/ui/controls/select-field";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useSavedValue } from "./use-saved";

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
  const { shown, change, mark } = useSavedValue(value, save, (next) => ({ [field]: next }));
  return <RadioCards {...rest} aside={mark} value={shown} onValueChange={(next) => void change(next)} />;
}

/** A select that is saved as soon as another option is chosen. */
export function SavedSelect({ value, field, save, ...rest }: SavedChoiceProps & { hint: string }) {
  const { shown, change, mark } = useSavedValue(value, save, (next) => ({ [field]: next }));
  return (
    <SelectField
      {...rest}
      name={field}
      aside={mark}
      value={shown}
      onChange={({ currentTarget }) => void change(currentTarget.value)}
    />
  );
}
