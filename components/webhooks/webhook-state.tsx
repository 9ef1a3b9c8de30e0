import { clsx } from "clsx";
import { StatusDot } from "@/components/ui/status-dot";
import { Time } from "@/components/ui/time";
import type { WebhookState as State, WebhookDto } from "@/lib/webhooks/dto";

const shown = {
  active: { tone: "success", word: "Active" },
  paused: { tone: "neutral", word: "Paused" },
  failing: { tone: "danger", word: "Failing" },
  silent: { tone: "warning", word: "Silent" },
} as const;

/** A webhook's state as a colored dot and a word. */
export function WebhookState({ state }: { state: State }) {
  const { tone, word } = shown[state];
  return <StatusDot tone={tone}>{word}</StatusDot>;
}

type SilenceProps = { webhook: Pick<WebhookDto, "silentSince" | "expectedEveryHours">; className: string };

/** Says since when a webhook has been silent. Renders nothing for other webhooks. */
export function Silence({ webhook: { silentSince, expectedEveryHours }, className }: SilenceProps) {
  if (silentSince === null || expectedEveryHours === null) return null;
  const often = expectedEveryHours === 1 ? "every hour" : `every ${expectedEveryHours} hours`;
  return (
    <p className={clsx("break-words text-warning", className)}>
      Silent since <Time at={silentSince} format="date" />. It's expected to post {often}.
    </p>
  );
}
