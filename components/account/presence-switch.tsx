"use client";

import { useState } from "react";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toaster";

/** Whether others see that one is here. It counts as soon as it is switched. */
export function PresenceSwitch({ shows, setShowsPresence }: { shows: boolean; setShowsPresence: FormAction }) {
  const [checked, setChecked] = useState(shows);

  async function change(wanted: boolean): Promise<void> {
    setChecked(wanted);
    const failure = failureOf(await setShowsPresence({ shows: wanted }));
    if (failure === null) return;
    setChecked(!wanted);
    toast.error(failure);
  }

  return (
    <Switch
      label="Show when I'm here"
      hint="Others see a dot while you have Parley open, and when you are typing. Nothing of it is kept."
      checked={checked}
      onCheckedChange={(wanted) => void change(wanted)}
    />
  );
}
