"use client";

import { type ReactNode, useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toaster";
import { useSaved } from "./use-saved";

type SavedSwitchProps = { label: string; hint?: ReactNode; on: boolean; field: string; save: FormAction };

/** A switch that is saved immediately, as `field` of `save`'s input. If that fails, it's undone and a toast says why. */
export function SavedSwitch({ label, hint, on, field, save }: SavedSwitchProps) {
  const [checked, setChecked] = useState(on);
  const { send, mark } = useSaved(save);

  async function change(next: boolean): Promise<void> {
    setChecked(next);
    const failure = await send({ [field]: next });
    if (failure === null) return;
    setChecked(!next);
    toast.error(failure);
  }

  return (
    <Switch label={label} hint={hint} aside={mark} checked={checked} onCheckedChange={(next) => void change(next)} />
  );
}
