"use client";

import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Settings } from "@/components/ui/icons/icons";
import { Webhook } from "@/components/ui/icons/more-icons";
import type { ChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { webhookPaths } from "@/lib/text/webhook-paths";

/** The channel's webhooks. Each links to its messages and, for managers, to its settings. */
export function WebhooksList({ channel }: { channel: ChannelDto }) {
  const here = useWebhooks().webhooks.filter((webhook) => webhook.here);
  const create = channel.canManageWebhooks && !channel.archived && (
    <Link href={webhookPaths.new(channel.id)} className={buttonStyle("secondary", "small")}>
      New webhook
    </Link>
  );
  if (here.length === 0) {
    return (
      <EmptyState icon={<Webhook />} title="No webhooks yet" action={create}>
        Webhooks let pipelines, monitors and scripts post here.
      </EmptyState>
    );
  }
  return (
    <>
      {create && <div className="px-4 pt-3">{create}</div>}
      <ul className="py-2">
        {here.map(({ id, avatarUrl, muted, ...webhook }) => {
          const name = cleanText(webhook.name);
          return (
            <li key={id} className="flex min-h-12 items-center gap-3 px-4 py-1.5">
              <Avatar name={name} seed={id} src={avatarUrl} shape="square" size={32} />
              <Link
                href={paths.filtered(channel.id, { by: "webhook", webhookId: id })}
                title="Show only its messages"
                className="min-w-0 flex-1 truncate rounded-sm font-medium text-sm underline-offset-4 [unicode-bidi:isolate] hover:underline"
              >
                {name}
              </Link>
              {muted && <span className="shrink-0 text-text-muted text-xs">Muted</span>}
              {channel.canManageWebhooks && (
                <Link
                  href={paths.webhookSettings(channel.id, id)}
                  aria-label={`Settings for ${name}`}
                  title="Settings"
                  className={buttonStyle("ghost", "small", "target")}
                >
                  <Settings aria-hidden="true" className="size-4" />
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
