import { Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";

/** What would stand here, and how to begin. */
export function NoWebhooks({ action }: { action: ReactNode }) {
  return (
    <div className="rounded-xl border">
      <EmptyState icon={<Webhook />} title="No webhooks yet" action={action}>
        {action
          ? "Create one for each tool that should post here: builds, alerts, scripts. You get a URL to paste into the tool."
          : "Tools that post here will be listed in this place."}
      </EmptyState>
    </div>
  );
}
