import type { FormAction } from "@/components/ui/forms/form-action";
import type { ChannelNameDto } from "@/lib/channels/dto";
import type { WebhookSecretDto } from "@/lib/webhooks/dto";

/** The message that an action posted. */
export type PostedMessage = { channelId: string; seq: number };

/** The server actions of the Webhooks tab. Each checks permissions itself. */
export type WebhookActions = {
  createWebhook: FormAction<WebhookSecretDto>;
  regenerateToken: FormAction<WebhookSecretDto>;
  updateWebhook: FormAction;
  setSigningSecret: FormAction;
  sendTestMessage: FormAction<PostedMessage>;
  setWebhookPaused: FormAction;
  moveWebhook: FormAction;
  deleteWebhook: FormAction;
  removeNotIncident: FormAction;
};

/** A way to sign requests: the scheme's name and its label. */
export type SchemeChoice = { value: string; label: string };

/** What the tab needs to know about the channel. */
export type WebhookChannel = {
  id: string;
  name: string;
  isPrivate: boolean;
  archived: boolean;
  /** The channel's revision when the page was rendered. */
  rev: number;
  canManageWebhooks: boolean;
  /** Channels that the viewer may move a webhook to; may include the current one. */
  moveTargets: ChannelNameDto[];
  /** Channels whose webhooks the viewer manages. */
  managed: ChannelNameDto[];
};
