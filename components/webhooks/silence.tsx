import { clsx } from "clsx";
import { Time } from "@/components/ui/time";
import type { WebhookDto } from "@/lib/webhooks/dto";

type SilenceProps = { webhook: Pick<WebhookDto, "silentSince" | "expectedEveryHours">; className: string };

/** Since when a webhook has posted nothing that should have; nothing of all others. */
export function Silence({ webhook: { silentSince, expectedEveryHours }, className }: SilenceProps) {
  if (silentSince === null || expectedEveryHours === null) return null;
  const often = expectedEveryHours === 1 ? "every hour" : `every ${expectedEveryHours} hours`;
  return (
    <p className={clsx("break-words text-warning", className)}>
      Silent since <Time at={silentSince} format="date" />. It is expected to post {often}.
    </p>
  );
}
