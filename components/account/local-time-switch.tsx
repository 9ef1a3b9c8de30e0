"use client";

import { useState } from "react";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toaster";

/** Whether one's profile shows others what time it is where one is. It is saved at once. */
export function LocalTimeSwitch({ shows, setShowsLocalTime }: { shows: boolean; setShowsLocalTime: FormAction }) {
  const [checked, setChecked] = useState(shows);

  async function change(next: boolean): Promise<void> {
    setChecked(next);
    const failure = await setShowsLocalTime({ shows: next }).then(
      failureOf,
      () => "Check your connection and try again.",
    );
    if (!failure) return;
    setChecked(!next);
    toast.error(failure);
  }

  return (
    <div className="pt-5">
      <Switch
        label="Show my local time"
        hint="Others see on your profile what time it is where you are."
        checked={checked}
        onCheckedChange={(next) => void change(next)}
      />
    </div>
  );
}
