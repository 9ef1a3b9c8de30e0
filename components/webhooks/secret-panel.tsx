"use client";

import { ReadOnlyText } from "@/components/forms/read-only-text";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { WebhookSecretDto } from "@/lib/webhooks/dto";
import { curlExample } from "./examples";
import { FirstMessage } from "./first-message";
import type { WebhookChannel } from "./webhook-actions";

type SecretPanelProps = { channel: WebhookChannel; secret: WebhookSecretDto; done: () => void };

/** The one showing of a webhook's URL, with what it takes to try it at once. */
export function SecretPanel({ channel, secret: { webhook, url, rev }, done }: SecretPanelProps) {
  const example = curlExample(url);
  return (
    <section className="rounded-xl border border-accent bg-surface-raised p-5" aria-labelledby="webhook-secret">
      <h3 id="webhook-secret" className="break-words font-semibold text-base">
        The URL of webhook {webhook.name}
      </h3>
      <p className="mt-1 text-sm text-text-muted">
        Copy it now: it can never be shown again. Whoever has it can post in #{channel.name}, so keep it as you keep a
        password.
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-2">
        <ReadOnlyText ref={focusOnce} label="Webhook URL" value={url} className="min-w-0 flex-1 basis-72" />
        <CopyButton text={url} label="Copy URL" variant="primary" />
      </div>
      <div className="mt-5 flex items-center justify-between gap-2">
        <h4 className="font-medium text-sm">Try it in a terminal</h4>
        <CopyButton text={example} label="Copy example" size="small" variant="ghost" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="mt-1 overflow-x-auto rounded-lg border bg-surface-sunken p-3 font-mono text-xs">
        {example}
      </pre>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <FirstMessage channelId={channel.id} channelName={channel.name} webhookId={webhook.id} rev={rev} />
        <Button onClick={done}>Done</Button>
      </div>
    </section>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
