"use client";

import { useOptimistic, useTransition } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toaster";

type ShowTextsProps = { showTexts: boolean; saveShowTexts: FormAction };

/** Whether pushes say what messages say. */
export function ShowTexts({ showTexts, saveShowTexts }: ShowTextsProps) {
  const [shown, setShown] = useOptimistic(showTexts);
  const [, startTransition] = useTransition();
  const change = (next: boolean) =>
    startTransition(async () => {
      setShown(next);
      const result = await saveShowTexts({ showTexts: next }).catch(() => null);
      if (!result?.ok) toast.error(result?.error ?? "That didn't work. Check your connection and try again.");
    });
  return (
    <Switch
      label="Show message texts"
      hint="Off: a push says only “New message in Parley”. Either way it is encrypted from Parley to your browser, and whoever carries it can't read it."
      checked={shown}
      onCheckedChange={change}
    />
  );
}
