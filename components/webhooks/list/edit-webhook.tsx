"use client";

import { Button } from "@/components/ui/controls/button";
import { Switch } from "@/components/ui/controls/switch";
import { TextField } from "@/components/ui/controls/text-field";
import { Form } from "@/components/ui/forms/form";
import { useForm } from "@/components/ui/forms/use-form";
import { focusOnce } from "@/components/ui/hooks/focus-once";
import { toast } from "@/components/ui/overlays/toaster";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { NotIncidents } from "./not-incidents";
import { QuietSwitches, quietFields, quietValues } from "./quiet-switches";
import { SigningSecret } from "./signing-secret";
import type { SchemeChoice, WebhookActions } from "./webhook-actions";
import { useWebhookAvatar } from "./webhook-avatar";
import { DescriptionField, NameField, webhookFields } from "./webhook-fields";

type EditWebhookProps = {
  webhook: WebhookDto;
  schemes: readonly SchemeChoice[];
  actions: WebhookActions;
  close: () => void;
};

/** Edits a webhook in place of its row. */
export function EditWebhook({ webhook, schemes, actions, close }: EditWebhookProps) {
  const form = useForm({
    fields: [...webhookFields, ...quietFields, "takesAnyJson", "updatesCards", "expectedEveryHours"],
    send: ({ oneLine, gathersAll, ...values }) =>
      actions.updateWebhook({
        ...values,
        ...quietValues({ oneLine, gathersAll }, webhook.hasThings),
        takesAnyJson: values.takesAnyJson === "on",
        updatesCards: values.updatesCards === "on",
        channelId: webhook.channelId,
        webhookId: webhook.id,
      }),
    done: () => {
      toast.success("Webhook saved");
      close();
    },
  });
  const avatar = useWebhookAvatar({
    webhook,
    name: webhook.name,
    byDefault: webhook.defaultAvatarUrl,
    error: form.errorOf("avatarUrl") ?? form.errorOf("picture"),
  });
  return (
    <>
      <h3 id={`webhook-${webhook.id}`} className="mb-4 break-words font-semibold text-base">
        Edit {webhook.name}
      </h3>
      <Form state={form} label={`Edit webhook ${webhook.name}`}>
        <NameField ref={focusOnce} defaultValue={webhook.name} error={form.errorOf("name")} />
        <DescriptionField defaultValue={webhook.description} error={form.errorOf("description")} />
        {avatar.upload}
        {avatar.address}
        <p className="text-sm text-text-muted">Past messages keep their name and avatar.</p>
        <TextField
          label="Alert if silent for (hours)"
          name="expectedEveryHours"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={webhook.expectedEveryHours ?? ""}
          hint="Optional. If nothing is posted for this long, its creator and the channel's managers are notified."
          error={form.errorOf("expectedEveryHours")}
        />
        <QuietSwitches hasThings={webhook.hasThings} oneLine={webhook.oneLine} gathersAll={webhook.gathersAll} />
        <Switch
          label="Accept any JSON at the plain URL"
          name="takesAnyJson"
          hint="JSON in another format is shown as a card instead of being rejected. URLs ending in /json always do this."
          defaultChecked={webhook.takesAnyJson}
        />
        <Switch
          label="One card per incident"
          name="updatesCards"
          hint="For JSON from tools that Parley doesn't know: a new state updates the card with the same incident_id, alert_id or fingerprint."
          defaultChecked={webhook.updatesCards}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={form.busy}>
            Save
          </Button>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
        </div>
      </Form>
      <SigningSecret webhook={webhook} schemes={schemes} setSigningSecret={actions.setSigningSecret} />
      <NotIncidents webhook={webhook} removeNotIncident={actions.removeNotIncident} />
    </>
  );
}
