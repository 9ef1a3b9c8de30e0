"use client";

import { ScrollText } from "lucide-react";
import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import type { WebhookActions, WebhookChannel } from "./webhook-actions";
import { WebhookButtons } from "./webhook-buttons";
import { Silence, WebhookState } from "./webhook-state";

type WebhookRowProps = {
  webhook: WebhookDto;
  channel: WebhookChannel;
  actions: WebhookActions;
  edit: () => void;
  showSecret: (secret: WebhookSecretDto) => void;
  deleted: () => void;
};

/** One webhook: its details, state and actions. */
export function WebhookRow({ webhook, channel, ...rest }: WebhookRowProps) {
  const manages = channel.canManageWebhooks;
  return (
    <>
      <div className="flex items-start gap-3">
        <Avatar name={webhook.name} seed={webhook.id} src={webhook.avatarUrl} shape="square" size={40} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3">
            <h3 id={`webhook-${webhook.id}`} className="min-w-0 break-words font-semibold text-base">
              {webhook.name}
            </h3>
            <WebhookState state={webhook.state} />
            {webhook.signed && <Badge>Signed</Badge>}
          </div>
          {webhook.description && (
            <p className="mt-0.5 whitespace-pre-line break-words text-sm">{webhook.description}</p>
          )}
          <Facts webhook={webhook} />
          <Trouble webhook={webhook} />
        </div>
        {manages && <LogLink webhook={webhook} className="-me-2.5 -mt-1 max-sm:hidden" />}
      </div>
      {manages && (
        <div className="sm:ps-13">
          <WebhookButtons
            webhook={webhook}
            channel={channel}
            {...rest}
            log={<LogLink webhook={webhook} className="-ms-2.5 sm:hidden" />}
          />
        </div>
      )}
    </>
  );
}

function LogLink({ webhook, className }: { webhook: WebhookDto; className: string }) {
  return (
    <Link
      href={paths.webhookLog(webhook.channelId, webhook.id)}
      className={buttonStyle("ghost", "small", className)}
      aria-describedby={`webhook-${webhook.id}`}
    >
      <ScrollText aria-hidden="true" className="size-4" />
      Delivery log
    </Link>
  );
}

function Facts({ webhook }: { webhook: WebhookDto }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-text-muted text-xs">
      <span>
        Created by {webhook.creatorName ?? "a former member"}{" "}
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

function Trouble({
  webhook: { state, lastError, lastErrorAt, signed, signatureScheme, ...webhook },
}: {
  webhook: WebhookDto;
}) {
  return (
    <>
      <Silence webhook={webhook} className="mt-2 text-sm" />
      {signed && signatureScheme === null && (
        <p className="mt-2 text-sm text-warning">Choose how requests are signed: click Edit and go to Signed posts.</p>
      )}
      {state === "paused" && (
        <p className="mt-2 text-sm text-text-muted">Paused. Senders get a 403 and nothing is posted.</p>
      )}
      {lastError && lastErrorAt && (
        <p className={`mt-2 break-words text-sm ${state === "failing" ? "text-danger" : "text-text-muted"}`}>
          Last error <Time at={lastErrorAt} format="relative" className="min-w-0!" />: {lastError}
        </p>
      )}
    </>
  );
}
