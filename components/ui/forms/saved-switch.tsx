"use client";

import type { ReactNode } from "react";
import { Switch } from "@/components/ui/controls/switch";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useSavedValue } from "./use-saved";

type SavedSwitchProps = {
  label: string;
  hint?: ReactNode;
  on: boolean;
  /** The field of `save`'s input. */
  field: string;
  save: FormAction;
  disabled?: boolean;
};

/** A switch that is saved immediately. If that fails, it's undone and a toast says why. */
export function SavedSwitch({ on, field, save, ...rest }: SavedSwitchProps) {
  const { shown, change, mark } = useSavedValue(on, save, (next) => ({ [field]: next }));
  return <Switch {...rest} aside={mark} checked={shown} onCheckedChange={(next) => void change(next)} />;
}
