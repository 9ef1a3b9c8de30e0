import type { WebhookDto } from "@/lib/webhooks/dto";
import { EditWebhook } from "./edit-webhook";
import type { Stage } from "./stage";
import type { WebhookActions, WebhookChannel } from "./webhook-actions";
import { WebhookRow } from "./webhook-row";

type WebhookListProps = {
  channel: WebhookChannel;
  webhooks: WebhookDto[];
  actions: WebhookActions;
  stage: Stage;
  setStage: (stage: Stage) => void;
  backToList: () => void;
};

/** The channel's webhooks, newest first. One of them may be open for editing. */
export function WebhookList({ channel, webhooks, actions, stage, setStage, backToList }: WebhookListProps) {
  return (
    <ul aria-label="Webhooks" className="divide-y rounded-xl border">
      {webhooks.map((webhook) => (
        <li key={webhook.id} aria-labelledby={`webhook-${webhook.id}`} className="p-4">
          {stage.kind === "edit" && stage.webhookId === webhook.id ? (
            <>
              <h3 id={`webhook-${webhook.id}`} className="mb-4 break-words font-semibold text-base">
                Edit {webhook.name}
              </h3>
              <EditWebhook
                webhook={webhook}
                updateWebhook={actions.updateWebhook}
                deleteWebhook={actions.deleteWebhook}
                close={backToList}
              />
            </>
          ) : (
            <WebhookRow
              webhook={webhook}
              channel={channel}
              actions={actions}
              edit={() => setStage({ kind: "edit", webhookId: webhook.id })}
              showSecret={(secret) => setStage({ kind: "secret", secret })}
              deleted={backToList}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
