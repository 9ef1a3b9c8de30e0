"use client";

import { useState } from "react";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toaster";

type SavedSwitchProps = { label: string; hint: string; on: boolean; field: string; save: FormAction };

/** A switch that is saved immediately, as `field` of `save`'s input. If that fails, it's undone and a toast says why. */
export function SavedSwitch({ label, hint, on, field, save }: SavedSwitchProps) {
  const [checked, setChecked] = useState(on);

  async function change(next: boolean): Promise<void> {
    setChecked(next);
    const failure = await save({ [field]: next }).then(failureOf, () => OFFLINE);
    if (failure === null) return;
    setChecked(!next);
    toast.error(failure);
  }

  return <Switch label={label} hint={hint} checked={checked} onCheckedChange={(next) => void change(next)} />;
}

const OFFLINE = "That didn't work. Check your connection and try again.";
