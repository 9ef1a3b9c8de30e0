"use client";

import { useOptimistic, useTransition } from "react";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toaster";

/** Whether one is mailed what one has missed. */
export function DigestSwitch({ on, setDigest }: { on: boolean; setDigest: FormAction }) {
  const [shown, show] = useOptimistic(on);
  const [, startTransition] = useTransition();

  function change(next: boolean): void {
    startTransition(async () => {
      show(next);
      const failure = await setDigest({ on: next }).then(failureOf, () => OFFLINE);
      if (failure) toast.error(failure);
    });
  }

  return (
    <Switch
      label="Mail me what I missed"
      hint="Mentions and direct messages, once you have been away for an hour. One mail until you are back."
      checked={shown}
      onCheckedChange={change}
    />
  );
}

const OFFLINE = "That didn't work. Check your connection and try again.";
