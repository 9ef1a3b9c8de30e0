"use client";

import { Avatar } from "@/components/ui/avatar";
import { Time } from "@/components/ui/time";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import type { WebhookActions, WebhookChannel } from "./webhook-actions";
import { WebhookButtons } from "./webhook-buttons";
import { WebhookState } from "./webhook-state";

type WebhookRowProps = {
  webhook: WebhookDto;
  channel: WebhookChannel;
  actions: WebhookActions;
  edit: () => void;
  showSecret: (secret: WebhookSecretDto) => void;
  deleted: () => void;
};

/** One webhook: what it is, how it fares, and what can be done with it. */
export function WebhookRow({ webhook, channel, ...rest }: WebhookRowProps) {
  const { state } = webhook;
  return (
    <div className="flex items-start gap-3">
      <Avatar name={webhook.name} seed={webhook.id} src={webhook.avatarUrl} shape="square" size={40} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 id={`webhook-${webhook.id}`} className="min-w-0 break-words font-semibold text-base">
            {webhook.name}
          </h3>
          <WebhookState state={state} />
        </div>
        {webhook.description && <p className="mt-0.5 whitespace-pre-line break-words text-sm">{webhook.description}</p>}
        <Facts webhook={webhook} />
        {state === "paused" && (
          <p className="mt-2 text-sm text-text-muted">While it is paused, senders get 403 and nothing is posted.</p>
        )}
        {webhook.lastError && webhook.lastErrorAt && (
          <p className={state === "failing" ? "mt-2 text-danger text-sm" : "mt-2 text-sm text-text-muted"}>
            Last error <Time at={webhook.lastErrorAt} format="relative" className="min-w-0!" />: {webhook.lastError}
          </p>
        )}
        {channel.canManageWebhooks && <WebhookButtons webhook={webhook} channel={channel} {...rest} />}
      </div>
    </div>
  );
}

function Facts({ webhook }: { webhook: WebhookDto }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-text-muted text-xs">
      <span>
        Created by {webhook.creatorName ?? "somebody who left"}{" "}
        <Time at={webhook.createdAt} format="relative" className="min-w-0!" />
      </span>
      <span>
        {webhook.lastUsedAt ? "Last used " : "Never used"}
        {webhook.lastUsedAt && <Time at={webhook.lastUsedAt} format="relative" className="min-w-0!" />}
      </span>
      <span className="tabular-nums">ID {webhook.id}</span>
    </p>
  );
}
