import type { FormAction } from "@/components/forms/form-action";
import type { WebhookSecretDto } from "@/lib/webhooks/dto";

/** What can be done on the Webhooks tab; each checks for itself who asks. */
export type WebhookActions = {
  createWebhook: FormAction<WebhookSecretDto>;
  regenerateToken: FormAction<WebhookSecretDto>;
  updateWebhook: FormAction;
  sendTestMessage: FormAction;
  setWebhookPaused: FormAction;
  deleteWebhook: FormAction;
};

/** What of its channel the tab has to know. */
export type WebhookChannel = { id: string; name: string; archived: boolean; canManageWebhooks: boolean };
