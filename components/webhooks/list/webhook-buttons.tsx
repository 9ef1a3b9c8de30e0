"use client";

import { type ComponentProps, useState, useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { ListFilter } from "@/components/ui/icons/icons";
import {
  ArrowRightLeft,
  BookOpen,
  KeyRound,
  LayoutTemplate,
  Pause,
  Play,
  ScrollText,
  Trash2,
} from "@/components/ui/icons/more-icons";
import { RowAction, RowActions, RowLink } from "@/components/ui/lists/row-actions";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { toast } from "@/components/ui/overlays/toaster";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { senderDocsHref } from "@/lib/webhooks/sender-address";
import { MoveWebhook } from "./move-webhook";
import { ReasonField } from "./reason-field";
import { useTestMessage } from "./use-test-message";
import type { WebhookActions, WebhookChannel } from "./webhook-actions";

type WebhookButtonsProps = {
  webhook: WebhookDto;
  channel: WebhookChannel;
  actions: WebhookActions;
  edit: () => void;
  showSecret: (secret: WebhookSecretDto) => void;
  deleted: () => void;
};

/** The actions for a webhook: the two common ones, and the others in a panel. */
export function WebhookButtons({ webhook, channel, actions, edit, showSecret, deleted }: WebhookButtonsProps) {
  const [busy, startTransition] = useTransition();
  const [more, setMore] = useState<HTMLButtonElement | null>(null);
  const [asked, setAsked] = useState<"regenerate" | "move" | "delete" | null>(null);
  const test = useTestMessage(webhook, actions.sendTestMessage);
  const { channelId, id: webhookId } = webhook;
  const paused = webhook.state === "paused";

  function togglePaused(): void {
    if (busy) return;
    startTransition(async () => {
      const result = await actions.setWebhookPaused({ channelId, webhookId, paused: !paused });
      if (!result.ok) toast.error(result.error);
      else if (paused) toast.success("Webhook resumed");
      else toast.success("Webhook paused", { description: "Senders get a 403 until you resume it." });
    });
  }

  async function regenerate(reason: string): Promise<string | null> {
    const result = await actions.regenerateToken({ channelId, webhookId, reason });
    if (!result.ok) return result.error;
    afterDialog(() => showSecret(result.data));
    return null;
  }

  async function remove(reason: string): Promise<string | null> {
    const result = await actions.deleteWebhook({ channelId, webhookId, reason });
    if (!result.ok) return result.error;
    toast.success("Webhook deleted");
    afterDialog(deleted);
    return null;
  }

  /** Props of the dialog that asks before one of the actions. */
  const dialog = (action: typeof asked) => ({
    webhook,
    opener: more,
    open: asked === action,
    onOpenChange: (open: boolean) => setAsked(open ? action : null),
  });
  return (
    <div className="flex flex-wrap items-center gap-1.5 max-sm:order-last">
      <Button size="small" onClick={edit}>
        Edit
      </Button>
      <Button size="small" busy={test.sending} onClick={test.send}>
        Send test message
      </Button>
      <RowActions ref={setMore} label="More actions">
        <RowLink icon={<ScrollText />} href={webhookPaths.log(channelId, webhookId)}>
          Delivery log
        </RowLink>
        <RowLink icon={<ListFilter />} href={webhookPaths.rules(channelId, webhookId)}>
          Rules
        </RowLink>
        <RowLink icon={<LayoutTemplate />} href={webhookPaths.card(channelId, webhookId)}>
          Card
        </RowLink>
        <RowLink icon={<BookOpen />} href={senderDocsHref(webhook.sender)}>
          Documentation
        </RowLink>
        <RowAction icon={paused ? <Play /> : <Pause />} onClick={togglePaused}>
          {paused ? "Resume" : "Pause"}
        </RowAction>
        <RowAction icon={<KeyRound />} onClick={() => setAsked("regenerate")}>
          Regenerate token
        </RowAction>
        <RowAction icon={<ArrowRightLeft />} onClick={() => setAsked("move")}>
          Move to another channel
        </RowAction>
        <RowAction icon={<Trash2 />} tone="danger" onClick={() => setAsked("delete")}>
          Delete
        </RowAction>
      </RowActions>
      <ReasonedDialog
        {...dialog("regenerate")}
        title={`Regenerate the token of webhook ${webhook.name}?`}
        description="The current URL stops working immediately: senders get a 404 until you update them. The new URL is shown once."
        confirmText="Regenerate"
        onConfirm={regenerate}
      />
      <MoveWebhook {...dialog("move")} channel={channel} moveWebhook={actions.moveWebhook} moved={deleted} />
      <ReasonedDialog
        {...dialog("delete")}
        title={`Delete webhook ${webhook.name}?`}
        description="The URL stops working immediately and can't be restored; requests get a 404. Messages it posted are kept."
        confirmText="Delete"
        onConfirm={remove}
      />
    </div>
  );
}

type ReasonedDialogProps = Omit<ComponentProps<typeof ConfirmDialog>, "children" | "onConfirm"> & {
  webhook: WebhookDto;
  onConfirm: (reason: string) => Promise<string | null>;
};

/** Asks for confirmation, and for the reason if it's someone else's webhook. */
function ReasonedDialog({ webhook, onConfirm, ...dialog }: ReasonedDialogProps) {
  const [reason, setReason] = useState("");

  async function confirm(): Promise<string | null> {
    const failure = await onConfirm(reason);
    if (failure === null) setReason("");
    return failure;
  }

  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      {!webhook.mine && <ReasonField webhook={webhook} value={reason} change={setReason} />}
    </ConfirmDialog>
  );
}
