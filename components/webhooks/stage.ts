import type { WebhookSecretDto } from "@/lib/webhooks/dto";

/** What has the stage: nothing, the form for a new webhook, one being edited, or a URL that is shown this once. */
export type Stage =
  | { kind: "list" }
  | { kind: "new" }
  | { kind: "edit"; webhookId: string }
  | { kind: "secret"; secret: WebhookSecretDto };
