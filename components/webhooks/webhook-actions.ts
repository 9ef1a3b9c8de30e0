import type { FormAction } from "@/components/forms/form-action";
import type { ChannelNameDto } from "@/lib/channels/dto";
import type { WebhookSecretDto } from "@/lib/webhooks/dto";

/** The message that an action posted. */
export type PostedMessage = { channelId: string; seq: number };

/** What can be done on the Webhooks tab; each checks for itself who asks. */
export type WebhookActions = {
  createWebhook: FormAction<WebhookSecretDto>;
  regenerateToken: FormAction<WebhookSecretDto>;
  updateWebhook: FormAction;
  setSigningSecret: FormAction;
  sendTestMessage: FormAction<PostedMessage>;
  setWebhookPaused: FormAction;
  moveWebhook: FormAction;
  deleteWebhook: FormAction;
};

/** A way in which requests can be signed: the name of its scheme, and what people call it. */
export type SchemeChoice = { value: string; label: string };

/** What of its channel the tab has to know. */
export type WebhookChannel = {
  id: string;
  name: string;
  isPrivate: boolean;
  archived: boolean;
  canManageWebhooks: boolean;
  /** Where the viewer may move a webhook; the channel itself may be among them. */
  moveTargets: ChannelNameDto[];
};
