"use client";

import { useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import type { FormAction } from "@/components/ui/forms/form-action";
import { toast } from "@/components/ui/overlays/toasts";
import { ask } from "@/lib/browser/data";
import { workspacePaths } from "@/lib/text/workspace-paths";

type HealthButtonProps = { act: FormAction; done: string; children: string };

/** Does something on the server, says how it went, and reads the page's data again. */
export function HealthButton({ act, done, children }: HealthButtonProps) {
  const [busy, begin] = useTransition();
  const press = () =>
    begin(async () => {
      const result = await act({});
      if (result.ok) toast.success(done);
      else toast.error(result.error);
      ask(workspacePaths.healthNow);
    });
  return (
    <Button size="small" className="self-start" busy={busy} onClick={press}>
      {children}
    </Button>
  );
}
