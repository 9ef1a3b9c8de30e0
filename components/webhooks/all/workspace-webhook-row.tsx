import { auditHref } from "@/components/settings/audit/audit-href";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { Hash, Lock } from "@/components/ui/icons/icons";
import { MessagesSquare } from "@/components/ui/icons/more-icons";
import { Cell, Row, RowHeader } from "@/components/ui/lists/table";
import { Time } from "@/components/ui/time/time";
import { LatestError, Silence, WebhookState } from "@/components/webhooks/list/webhook-state";
import { paths } from "@/lib/text/paths";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { WorkspaceWebhookDto } from "@/lib/webhooks/dto";
import { channelLabel } from "./webhook-filter";

type RowProps = { webhook: WorkspaceWebhookDto; showHistory: boolean };

/** A webhook of the workspace, as a row of the table. */
export function WorkspaceWebhookRow({ webhook, showHistory }: RowProps) {
  const { id, name, description, lastUsedAt, canManage, channelId, failedInRow, state } = webhook;
  return (
    <Row className="max-lg:ps-15">
      <RowHeader className="max-lg:-ms-11">
        <span className="flex items-center gap-3">
          <Avatar name={name} seed={id} src={webhook.avatarUrl} shape="square" size={32} />
          <span className="min-w-0 flex-1">
            <span className="block break-words font-medium">{name}</span>
            {description && <span className="line-clamp-2 break-words text-text-muted">{description}</span>}
          </span>
        </span>
        <Silence webhook={webhook} className="mt-0.5 ps-11" />
        {(failedInRow > 0 || state === "failing") && <LatestError webhook={webhook} className="mt-0.5 ps-11" />}
      </RowHeader>
      <Cell>
        <Channel webhook={webhook} />
      </Cell>
      <Cell>
        <WebhookState state={state} />
      </Cell>
      <Cell label="Last used" className="text-text-muted">
        {lastUsedAt ? <Time at={lastUsedAt} format="relative" className="min-w-0!" /> : "Never"}
      </Cell>
      <Cell label="Created by" className="break-words text-text-muted max-lg:w-full max-lg:ps-11">
        {webhook.creatorName ?? "A former member"}
        {webhook.creatorDeactivated && " (deactivated)"}
      </Cell>
      <Cell className="max-lg:-ms-2.5 max-lg:w-full lg:text-end">
        <span className="inline-flex lg:-me-2.5">
          {canManage && (
            <Link
              href={webhookPaths.log(channelId, id)}
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
        </span>
      </Cell>
    </Row>
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
