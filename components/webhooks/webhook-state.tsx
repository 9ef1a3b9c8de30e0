import { StatusDot } from "@/components/ui/status-dot";
import type { WebhookState as State } from "@/lib/webhooks/dto";

const shown = {
  active: { tone: "success", word: "Active" },
  paused: { tone: "neutral", word: "Paused" },
  failing: { tone: "danger", word: "Failing" },
  silent: { tone: "warning", word: "Silent" },
} as const;

/** Whether a webhook takes messages, as a dot and a word. */
export function WebhookState({ state }: { state: State }) {
  const { tone, word } = shown[state];
  return <StatusDot tone={tone}>{word}</StatusDot>;
}
