"use client";

import { toast } from "sonner";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { DeleteWebhook } from "./delete-webhook";
import { WebhookFields, webhookFields } from "./webhook-fields";

type EditWebhookProps = {
  webhook: WebhookDto;
  updateWebhook: FormAction;
  deleteWebhook: FormAction;
  close: () => void;
};

/** A webhook's row while it is being edited. */
export function EditWebhook({ webhook, updateWebhook, deleteWebhook, close }: EditWebhookProps) {
  const form = useForm({
    fields: webhookFields,
    send: (values) => updateWebhook({ ...values, channelId: webhook.channelId, webhookId: webhook.id }),
    done: () => {
      toast.success("Webhook saved");
      close();
    },
  });
  return (
    <Form state={form} label={`Edit webhook ${webhook.name}`}>
      <WebhookFields webhook={webhook} errorOf={form.errorOf} />
      <p className="text-sm text-text-muted">Messages that it has posted keep the name and avatar they came with.</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save
        </Button>
        <Button variant="ghost" onClick={close}>
          Cancel
        </Button>
        <DeleteWebhook webhook={webhook} deleteWebhook={deleteWebhook} deleted={close} />
      </div>
    </Form>
  );
}
