"use client";

import type { ReactNode } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Switch } from "@/components/ui/switch";
import { useSavedValue } from "./use-saved";

type SavedSwitchProps = { label: string; hint?: ReactNode; on: boolean; field: string; save: FormAction };

/** A switch that is saved immediately, as `field` of `save`'s input. If that fails, it's undone and a toast says why. */
export function SavedSwitch({ label, hint, on, field, save }: SavedSwitchProps) {
  const { shown, change, mark } = useSavedValue(on, save, (next) => ({ [field]: next }));
  return (
    <Switch label={label} hint={hint} aside={mark} checked={shown} onCheckedChange={(next) => void change(next)} />
  );
}
