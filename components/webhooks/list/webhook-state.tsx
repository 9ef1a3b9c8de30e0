import { clsx } from "clsx";
import { StatusDot } from "@/components/ui/display/status-dot";
import { Time } from "@/components/ui/time/time";
import { MOST_IN_ROW } from "@/lib/webhooks/deliveries/limits";
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

type TroubleProps = {
  webhook: Pick<WebhookDto, "state" | "lastError" | "lastErrorAt" | "failedInRow">;
  className?: string;
};

/** Says how many of a webhook's latest requests failed, and why. A pause doesn't hide it. Nothing if none ever failed. */
export function LatestError({ webhook, className }: TroubleProps) {
  const { state, lastError, lastErrorAt, failedInRow } = webhook;
  if (lastError === null || lastErrorAt === null) return null;
  const what = failedInRow === 0 && state !== "failing" ? "Last error" : failuresInRow(failedInRow);
  return (
    <p className={clsx("break-words text-sm", state === "failing" ? "text-danger" : "text-text-muted", className)}>
      {state === "paused" && failedInRow > 0 && "Before it was paused: "}
      {/* Last, with room of its own, because it's another text once the page is live. */}
      {what}: {lastError} <Time at={lastErrorAt} format="relative" className="text-text-muted text-xs" />
    </p>
  );
}

/** Returns "The last 3 failed". */
function failuresInRow(count: number): string {
  if (count <= 1) return "The last request failed";
  return count >= MOST_IN_ROW ? `The last ${MOST_IN_ROW} or more failed` : `The last ${count} failed`;
}
