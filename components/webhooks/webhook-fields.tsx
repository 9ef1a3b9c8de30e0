import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { WebhookAvatar } from "./webhook-avatar";

export const webhookFields = ["name", "description", "avatarUrl", "picture"] as const;

type WebhookFieldsProps = {
  webhook?: WebhookDto;
  errorOf: (field: (typeof webhookFields)[number]) => string | null;
};

/** The fields that describe a webhook. The first takes the focus, because a button has just opened the form. */
export function WebhookFields({ webhook, errorOf }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        ref={focusOnce}
        label="Name"
        name="name"
        defaultValue={webhook?.name}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        required
        hint="Shown as the sender. A message can override it."
        error={errorOf("name")}
      />
      <TextArea
        label="Description"
        name="description"
        rows={2}
        defaultValue={webhook?.description}
        hint="Optional. What uses this webhook and where it's configured."
        error={errorOf("description")}
      />
      <WebhookAvatar webhook={webhook} error={errorOf("avatarUrl") ?? errorOf("picture")} />
    </>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
