"use client";

import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import type { WebhookSecretDto } from "@/lib/webhooks/dto";
import type { WebhookChannel } from "./webhook-actions";
import { WebhookFields, webhookFields } from "./webhook-fields";

type NewWebhookProps = {
  channel: WebhookChannel;
  createWebhook: FormAction<WebhookSecretDto>;
  created: (secret: WebhookSecretDto) => void;
  cancel: () => void;
};

/** The form for a new webhook, in the page. */
export function NewWebhook({ channel, createWebhook, created, cancel }: NewWebhookProps) {
  const form = useForm({
    fields: webhookFields,
    send: (values) => createWebhook({ ...values, channelId: channel.id }),
    done: created,
  });
  return (
    <section className="rounded-xl border bg-surface-raised p-5" aria-labelledby="new-webhook">
      <h3 id="new-webhook" className="mb-4 font-semibold text-base">
        New webhook for #{channel.name}
      </h3>
      <Form state={form}>
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
