"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ReadOnlyText } from "@/components/ui/forms/read-only-text";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Dialog, DialogClose } from "@/components/ui/overlays/dialog";
import type { KnownWebhookDto, KnownWebhooksDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { senderAddress } from "@/lib/webhooks/sender-address";

type KnownWebhooksDialogProps = {
  /** The deactivated person. */
  name: string;
  known: KnownWebhooksDto;
  regenerateToken: FormAction<WebhookSecretDto>;
  close: () => void;
};

/**
 * Lists the webhooks whose URLs a deactivated person knows. They can post with them until the tokens are regenerated.
 */
export function KnownWebhooksDialog({ name, known, regenerateToken, close }: KnownWebhooksDialogProps) {
  const { webhooks, elsewhere } = known;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`${name} was deactivated`}
      description={`${name} has seen the URLs of these webhooks and could still post with them. Regenerate their tokens to prevent that.`}
      footer={
        <DialogClose>
          <Button>Done</Button>
        </DialogClose>
      }
    >
      {webhooks.length > 0 && (
        <ul aria-label="Known webhooks" className="divide-y rounded-xl border">
          {webhooks.map((webhook) => (
            <Known
              key={webhook.id}
              webhook={webhook}
              reason={`${name} was deactivated.`}
              regenerate={regenerateToken}
            />
          ))}
        </ul>
      )}
      {elsewhere > 0 && (
        <p className="mt-3 text-sm text-text-muted first:mt-0">
          {elsewhere === 1 ? "1 more is in a channel" : `${elsewhere} more are in channels`} you aren't in. Ask{" "}
          {elsewhere === 1 ? "its" : "their"} managers to regenerate {elsewhere === 1 ? "the token" : "the tokens"}.
        </p>
      )}
    </Dialog>
  );
}

type KnownProps = { webhook: KnownWebhookDto; reason: string; regenerate: FormAction<WebhookSecretDto> };

function Known({ webhook: { id: webhookId, name, channelId, channelName }, reason, regenerate }: KnownProps) {
  const [url, setUrl] = useState<string | null>(null);

  async function confirm(): Promise<string | null> {
    const result = await regenerate({ channelId, webhookId, reason });
    if (!result.ok) return result.error;
    const { url, webhook } = result.data;
    setUrl(senderAddress(url, webhook.sender));
    return null;
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-2.5">
      <div className="min-w-40 flex-1">
        <p className="break-words text-sm">{name}</p>
        <p className="break-words text-text-muted text-xs">#{channelName}</p>
      </div>
      {url === null ? (
        <ConfirmDialog
          trigger={
            <Button size="small" aria-label={`Regenerate ${name}`}>
              Regenerate
            </Button>
          }
          title={`Regenerate the token of webhook ${name}?`}
          description="The current URL stops working immediately: senders get a 404 until you update them. The new URL is shown once."
          confirmText="Regenerate"
          onConfirm={confirm}
        />
      ) : (
        <div className="flex w-full items-end gap-2">
          <ReadOnlyText label={`New URL of ${name}`} value={url} className="min-w-0 flex-1" />
          <CopyButton text={url} label="Copy URL" variant="primary" />
        </div>
      )}
    </li>
  );
}
