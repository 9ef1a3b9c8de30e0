"use client";

import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { Badge } from "@/components/ui/display/badge";
import { Time } from "@/components/ui/time/time";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { ListedWebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import type { WebhookActions, WebhookChannel } from "./webhook-actions";
import { WebhookButtons } from "./webhook-buttons";
import { LatestError, Silence, WebhookState } from "./webhook-state";

type WebhookRowProps = {
  webhook: ListedWebhookDto;
  channel: WebhookChannel;
  actions: WebhookActions;
  edit: () => void;
  showSecret: (secret: WebhookSecretDto) => void;
  deleted: () => void;
};

/** One webhook: its details, state and actions. Its name opens its log. */
export function WebhookRow({ webhook, channel, ...rest }: WebhookRowProps) {
  return (
    <div className="flex items-start gap-3">
      <Avatar name={webhook.name} seed={webhook.id} src={webhook.avatarUrl} shape="square" size={36} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-3">
            <h3 id={`webhook-${webhook.id}`} className="min-w-0 break-words font-semibold text-base">
              {channel.canManageWebhooks ? (
                <Link
                  href={webhookPaths.log(webhook.channelId, webhook.id)}
                  title="Delivery log"
                  className="target-y rounded-sm underline-offset-4 hover:underline"
                >
                  {webhook.name}
                </Link>
              ) : (
                webhook.name
              )}
            </h3>
            <WebhookState state={webhook.state} />
            {webhook.signed && <Badge>Signed</Badge>}
          </div>
          {webhook.description && <p className="whitespace-pre-line break-words text-sm">{webhook.description}</p>}
        </div>
        {channel.canManageWebhooks && <WebhookButtons webhook={webhook} channel={channel} {...rest} />}
        <div className="-mt-1 w-full">
          <Facts webhook={webhook} />
          <Trouble webhook={webhook} />
        </div>
      </div>
    </div>
  );
}

function Facts({ webhook }: { webhook: ListedWebhookDto }) {
  const { lastUsedAt, lastErrorAt, today } = webhook;
  const isUnused = lastUsedAt === null && lastErrorAt === null && today.requests === 0;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-text-muted text-xs">
      {!isUnused && <Today {...today} />}
      <span>
        Created by {webhook.creatorName ?? "a former member"}{" "}
        <Time at={webhook.createdAt} format="relative" className="min-w-0!" />
      </span>
      <span>
        {lastUsedAt ? "Last used " : isUnused ? "Never used" : "Nothing posted yet"}
        {lastUsedAt && <Time at={lastUsedAt} format="relative" className="min-w-0!" />}
      </span>
    </p>
  );
}

/** How many requests came today, and how many of them failed. */
function Today({ requests, failed }: ListedWebhookDto["today"]) {
  return (
    <span title="Requests since midnight in your time zone" className="tabular-nums">
      {requests === 0 ? "No requests" : requests.toLocaleString("en-US")} today
      {failed > 0 && (
        <>
          {" · "}
          <span className="font-medium text-danger">{failed.toLocaleString("en-US")} failed</span>
        </>
      )}
    </span>
  );
}

function Trouble({ webhook }: { webhook: ListedWebhookDto }) {
  return (
    <>
      <Silence webhook={webhook} className="mt-1 text-sm" />
      {webhook.signed && webhook.signatureScheme === null && (
        <p className="mt-1 text-sm text-warning">Choose how requests are signed: click Edit and go to Signed posts.</p>
      )}
      {webhook.state === "paused" && (
        <p className="mt-1 text-sm text-text-muted">Paused. Senders get a 403 and nothing is posted.</p>
      )}
      <LatestError webhook={webhook} className="mt-1" />
    </>
  );
}
