"use client";

import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { Badge } from "@/components/ui/display/badge";
import { StatusDot } from "@/components/ui/display/status-dot";
import { ListFilter } from "@/components/ui/icons/icons";
import { ArrowLeft, LayoutTemplate } from "@/components/ui/icons/more-icons";
import { LatestError, WebhookState } from "@/components/webhooks/list/webhook-state";
import { useConnectionStatus } from "@/lib/browser/events";
import { paths } from "@/lib/text/paths";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import type { WebhookDto } from "@/lib/webhooks/dto";

const live = {
  open: <StatusDot tone="success">Live</StatusDot>,
  connecting: <StatusDot waiting>Connecting…</StatusDot>,
  reconnecting: (
    <StatusDot tone="warning" waiting>
      Reconnecting…
    </StatusDot>
  ),
  displaced: <StatusDot tone="warning">Not live</StatusDot>,
};

/** The webhook's name and state, with a link back to the list. */
export function LogHeader({ webhook }: { webhook: WebhookDto }) {
  const status = useConnectionStatus();
  return (
    <header>
      <Link
        href={paths.settings(webhook.channelId, "webhooks")}
        className={buttonStyle("ghost", "small", "-ms-2.5 -mt-2 mb-2")}
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to the webhooks
      </Link>
      <div className="flex items-start gap-3">
        <Avatar name={webhook.name} seed={webhook.id} src={webhook.avatarUrl} shape="square" size={40} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3">
            <h2 className="min-w-0 break-words font-semibold text-lg">{webhook.name}</h2>
            <WebhookState state={webhook.state} />
            {webhook.signed && <Badge>Signed</Badge>}
          </div>
        </div>
        {/* Wide enough for the longest status, so that the text next to it doesn't reflow. */}
        <div role="status" className="min-w-30 pt-0.5 text-end">
          {live[status]}
        </div>
      </div>
      {(webhook.failedInRow > 0 || webhook.state === "failing") && <LatestError webhook={webhook} className="mt-2" />}
      <p className="mt-2 text-sm text-text-muted">
        <span className="float-end ms-3 flex gap-2">
          <Link href={webhookPaths.rules(webhook.channelId, webhook.id)} className={buttonStyle("secondary", "small")}>
            <ListFilter aria-hidden="true" className="size-4" />
            Rules
          </Link>
          <Link href={webhookPaths.card(webhook.channelId, webhook.id)} className={buttonStyle("secondary", "small")}>
            <LayoutTemplate aria-hidden="true" className="size-4" />
            Card
          </Link>
        </span>
        Delivery log: failures from the last {LOG_LIMITS.failureDays} days (up to{" "}
        {LOG_LIMITS.failures.toLocaleString("en-US")}) and the last {LOG_LIMITS.successes} successes. The webhook's ID
        is {webhook.id}.
      </p>
    </header>
  );
}
