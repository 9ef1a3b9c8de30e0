import { Hash, Lock, MessagesSquare } from "lucide-react";
import Link from "next/link";
import { auditHref } from "@/components/audit/audit-href";
import { Avatar } from "@/components/ui/avatar";
import { buttonStyle } from "@/components/ui/button-style";
import { Time } from "@/components/ui/time";
import { Silence, WebhookState } from "@/components/webhooks/webhook-state";
import { paths } from "@/lib/paths";
import type { WorkspaceWebhookDto } from "@/lib/webhooks/dto";
import { channelLabel } from "./webhook-filter";

type RowProps = { webhook: WorkspaceWebhookDto; showHistory: boolean };

/** A webhook of the workspace: a table row, or a card on narrow screens. */
export function WorkspaceWebhookRow({ webhook, showHistory }: RowProps) {
  const { id, name, description, state, lastError, lastErrorAt, canManage, channelId } = webhook;
  const nameId = `workspace-webhook-${id}`;
  return (
    <li
      aria-labelledby={nameId}
      className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5 px-4 py-3 lg:grid-cols-[2.25rem_minmax(0,2.2fr)_minmax(0,1.2fr)_6rem_minmax(0,1.3fr)_auto]"
    >
      <Avatar name={name} seed={id} src={webhook.avatarUrl} shape="square" size={36} className="max-lg:row-span-3" />
      <div className="min-w-0">
        <h3 id={nameId} className="break-words font-medium text-sm">
          {name}
        </h3>
        {description && <p className="line-clamp-2 break-words text-sm text-text-muted">{description}</p>}
        <Silence webhook={webhook} className="mt-0.5 text-sm" />
        {state === "failing" && lastError && lastErrorAt && (
          <p className="mt-0.5 line-clamp-3 break-words text-danger text-sm">
            <Time at={lastErrorAt} format="relative" className="min-w-0!" />: {lastError}
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 lg:contents">
        <Channel webhook={webhook} />
        <WebhookState state={state} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 lg:contents">
        <Facts webhook={webhook} />
        {/* The same width in every row, so that the columns line up. */}
        <div className="-mx-2.5 flex flex-wrap lg:-my-1.5 lg:me-0 lg:min-w-31 lg:justify-end">
          {canManage && (
            <Link
              href={paths.webhookLog(channelId, id)}
              className={buttonStyle("ghost", "small")}
              aria-label={`Log of ${name}`}
            >
              Log
            </Link>
          )}
          {showHistory && (
            <Link
              href={auditHref({ webhook: id })}
              className={buttonStyle("ghost", "small")}
              aria-label={`History of ${name}`}
            >
              History
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}

const icons = { public: Hash, private: Lock, direct: MessagesSquare };

function Channel({
  webhook: { channelId, channelName, channelKind, channelArchived, canManage },
}: {
  webhook: WorkspaceWebhookDto;
}) {
  const Icon = icons[channelKind];
  const label = channelName ?? channelLabel(null);
  return (
    <div className="min-w-0 text-sm">
      <p className="flex min-w-0 items-center gap-1">
        <Icon aria-hidden="true" className="size-3.5 shrink-0 text-text-muted" />
        <span className="sr-only">in </span>
        {canManage ? (
          <Link
            href={paths.settings(channelId, "webhooks")}
            className="min-w-0 truncate rounded-md text-accent underline-offset-2 hover:underline"
          >
            {label}
          </Link>
        ) : (
          <span className="min-w-0 truncate">{label}</span>
        )}
      </p>
      {channelArchived && <p className="text-text-muted text-xs">Archived</p>}
      {!canManage && <p className="text-text-muted text-xs">You aren't a member</p>}
    </div>
  );
}

function Facts({ webhook: { lastUsedAt, creatorName, creatorDeactivated } }: { webhook: WorkspaceWebhookDto }) {
  return (
    <div className="min-w-0 text-sm">
      <p>
        {lastUsedAt ? "Used " : "Never used"}
        {lastUsedAt && <Time at={lastUsedAt} format="relative" className="min-w-0!" />}
      </p>
      <p className="break-words text-text-muted text-xs">
        Created by {creatorName ?? "a former member"}
        {creatorDeactivated && ", deactivated"}
      </p>
    </div>
  );
}
