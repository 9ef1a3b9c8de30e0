"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import type { SenderDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { SenderPicker } from "./sender-picker";
import type { WebhookChannel } from "./webhook-actions";
import { WebhookFields, webhookFields } from "./webhook-fields";

type NewWebhookProps = {
  channel: WebhookChannel;
  createWebhook: FormAction<WebhookSecretDto>;
  senders: readonly SenderDto[];
  /** `sender` is what will post, as the person says. */
  created: (secret: WebhookSecretDto, sender: string) => void;
  cancel: () => void;
};

/** The form for a new webhook, in the page. */
export function NewWebhook({ channel, senders, createWebhook, created, cancel }: NewWebhookProps) {
  const [sender, setSender] = useState("parley");
  const form = useForm({
    fields: webhookFields,
    send: (values) => createWebhook({ ...values, sender, channelId: channel.id }),
    done: (secret) => created(secret, sender),
  });
  return (
    <section className="rounded-xl border bg-surface-raised p-5" aria-labelledby="new-webhook">
      <h3 id="new-webhook" className="mb-4 font-semibold text-base">
        New webhook for #{channel.name}
      </h3>
      <Form state={form}>
        <SenderPicker senders={senders} chosen={sender} choose={setSender} />
        <WebhookFields errorOf={form.errorOf} />
        <div className="mt-1 flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={form.busy}>
            Create webhook
          </Button>
          <Button variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  );
}
