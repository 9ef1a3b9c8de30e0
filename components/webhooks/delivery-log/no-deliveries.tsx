import { Inbox } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/lib/paths";

/** What would stand in the log, and how to begin. */
export function NoDeliveries({ action }: { action: ReactNode }) {
  return (
    <div className="rounded-xl border">
      <EmptyState icon={<Inbox />} title="No requests yet" action={action}>
        Each request to the webhook's URL will stand here as it comes in.{" "}
        <Link href={paths.webhookDocs} className="text-accent underline underline-offset-2">
          Read how to send the first one
        </Link>
        , or send a test message.
      </EmptyState>
    </div>
  );
}
