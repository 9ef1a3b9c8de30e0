"use client";

import { TextField } from "@/components/ui/controls/text-field";
import type { WebhookDto } from "@/lib/webhooks/dto";

type ReasonFieldProps = {
  webhook: WebhookDto;
  value: string;
  change: (value: string) => void;
  error?: string | null;
  /** Which managers are notified; by default "the channel's managers". */
  managers?: string;
};

/** Asks for a reason before changing someone else's webhook, and says who is notified. Not shown for one's own. */
export function ReasonField({ webhook, value, change, error = null, managers }: ReasonFieldProps) {
  if (webhook.mine) return null;
  return (
    <TextField
      label="Reason (optional)"
      name="reason"
      maxLength={500}
      autoComplete="off"
      value={value}
      onChange={(event) => change(event.target.value)}
      error={error}
      hint={recipientsHint(webhook, managers)}
    />
  );
}

function recipientsHint({ creatorName }: WebhookDto, managers = "the channel's managers"): string {
  const recipients = creatorName === null ? managers : `${creatorName}, who created it, and ${managers}`;
  return `${recipients.charAt(0).toUpperCase()}${recipients.slice(1)} will be notified.`;
}
