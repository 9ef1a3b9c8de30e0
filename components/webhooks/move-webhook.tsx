"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { afterDialog } from "@/components/ui/after-dialog";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toaster";
import type { ChannelNameDto } from "@/lib/channels/dto";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { MoveTargetList } from "./move-target-list";
import { moveTargets } from "./move-targets";
import { ReasonField } from "./reason-field";
import type { WebhookChannel } from "./webhook-actions";

const NOT_CHOSEN = "Choose the channel to move it to.";

type MoveWebhookProps = {
  webhook: WebhookDto;
  channel: WebhookChannel;
  moveWebhook: FormAction;
  /** The webhook has left this channel's list. */
  moved: () => void;
};

/** The button that takes a webhook to another channel, and its dialog. */
export function MoveWebhook(props: MoveWebhookProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button size="small">Move to another channel</Button>}
      title={`Move webhook ${props.webhook.name}`}
    >
      <MoveWebhookForm {...props} close={() => setOpen(false)} />
    </Dialog>
  );
}

function MoveWebhookForm({ webhook, channel, moveWebhook, moved, close }: MoveWebhookProps & { close: () => void }) {
  const [target, setTarget] = useState<ChannelNameDto | null>(null);
  const [reason, setReason] = useState("");
  const form = useForm({
    fields: ["reason"],
    send: async () => {
      if (!target) return { ok: false, error: NOT_CHOSEN };
      return moveWebhook({ channelId: webhook.channelId, webhookId: webhook.id, toChannelId: target.id, reason });
    },
    done: () => {
      close();
      toast.success(`Webhook moved to #${target?.name}`);
      afterDialog(moved);
    },
  });
  const targets = moveTargets(channel.moveTargets, channel.id, "");
  if (targets.length === 0) {
    return (
      <p className="pb-1 text-sm text-text-muted">
        {channel.isPrivate
          ? "A webhook leaves a private channel only by somebody who manages both channels. Ask one of its managers."
          : "There is no other open channel whose webhooks you may manage. Join or create one first."}
      </p>
    );
  }
  const answered = target !== null && form.formError === NOT_CHOSEN;
  return (
    <Form state={answered ? { ...form, formError: null } : form}>
      <MoveTargetList channels={targets} chosen={target} choose={setTarget} />
      <p className="text-sm text-text-muted">
        New messages will stand in{" "}
        {target ? <strong className="font-medium text-text">#{target.name}</strong> : "the channel you choose"}.
        Messages already posted stay in #{channel.name}. The webhook can't change them any more, and its delivery log
        stays with them. The URL stays the same.
      </p>
      <ReasonField
        webhook={webhook}
        value={reason}
        change={setReason}
        error={form.errorOf("reason")}
        managers="both channels' managers"
      />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.busy}>
          Move webhook
        </Button>
      </div>
    </Form>
  );
}
