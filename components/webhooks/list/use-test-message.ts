"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { FormAction } from "@/components/ui/forms/form-action";
import { toast } from "@/components/ui/overlays/toaster";
import { paths } from "@/lib/text/paths";
import type { WebhookDto } from "@/lib/webhooks/dto";
import type { PostedMessage } from "./webhook-actions";

/** Sends a test message, then shows a toast with a link to it. */
export function useTestMessage(
  { channelId, id: webhookId }: Pick<WebhookDto, "channelId" | "id">,
  sendTestMessage: FormAction<PostedMessage>,
): { sending: boolean; send: () => void } {
  const router = useRouter();
  const [sending, startSending] = useTransition();

  function send(): void {
    startSending(async () => {
      const result = await sendTestMessage({ channelId, webhookId }).catch(() => null);
      if (!result) return void toast.error("The test message wasn't sent. Check your connection and try again.");
      if (!result.ok) return void toast.error(result.error);
      const href = paths.message(result.data.channelId, result.data.seq);
      toast.success("Test message sent", { action: { label: "Show message", onClick: () => router.push(href) } });
    });
  }

  return { sending, send };
}
