"use client";

import { useId, useState, useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import { controlStyle } from "@/components/ui/controls/control-style";
import { Link } from "@/components/ui/controls/link";
import { Banner } from "@/components/ui/display/banner";
import type { FormAction } from "@/components/ui/forms/form-action";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { ChevronDown } from "@/components/ui/icons/icons";
import { linkStyle } from "@/components/webhooks/docs/prose";
import { paths } from "@/lib/text/paths";

type SendPanelProps = {
  webhooks: readonly WebhookChoice[];
  chosen: WebhookChoice;
  onChoose: (id: string) => void;
  /** The first error that the endpoint would return, or null. */
  objection: string | null;
  payload: string;
  send: FormAction<{ channelId: string; seq: number }>;
};

type Outcome = { href: string; channelName: string } | { error: string };

/** Posts the message to one of the person's webhooks. */
export function SendPanel({ webhooks, chosen, onChoose, objection, payload, send }: SendPanelProps) {
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, startSending] = useTransition();

  const post = () =>
    startSending(async () => {
      setOutcome(null);
      const input = { channelId: chosen.channelId, webhookId: chosen.id, payload };
      const result = await send(input).catch(() => null);
      if (result?.ok)
        setOutcome({ href: paths.message(result.data.channelId, result.data.seq), channelName: chosen.channelName });
      else setOutcome({ error: result?.error ?? UNREACHABLE });
    });

  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-3 rounded-xl border border-border p-4">
      <h2 id={`${id}-title`} className="font-semibold text-sm">
        Send to a webhook
      </h2>
      <div className="flex flex-wrap gap-2">
        <span className="relative flex basis-48 grow">
          <select
            aria-label="Webhook"
            value={chosen.id}
            onChange={(event) => onChoose(event.target.value)}
            className={`${controlStyle} h-9 appearance-none truncate pe-9 text-sm`}
          >
            {byChannel(webhooks).map(([channel, list]) => (
              <optgroup key={list[0]?.channelId} label={`#${channel}`}>
                {list.map((webhook) => (
                  <option key={webhook.id} value={webhook.id}>
                    {webhook.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-text-muted"
          />
        </span>
        <Button
          variant="primary"
          busy={busy}
          onClick={() => (objection === null ? post() : setOutcome({ error: objection }))}
        >
          Send
        </Button>
      </div>
      <p className="text-sm text-text-muted">{`Posts to #${chosen.channelName}.`}</p>
      {outcome && "error" in outcome && <Banner tone="danger">{outcome.error}</Banner>}
      {outcome && "href" in outcome && (
        <Banner tone="success">
          Sent.{" "}
          <Link href={outcome.href} className={linkStyle}>
            See it in #{outcome.channelName}
          </Link>
        </Banner>
      )}
    </section>
  );
}

/** Explains what's needed to send from here. */
export function SendHint({ signedIn }: { signedIn: boolean }) {
  return (
    <p className="rounded-xl border border-border px-4 py-3 text-sm text-text-muted">
      {signedIn ? (
        <>
          To send this, create a webhook in a channel's settings.{" "}
          <Link href={paths.home} className={linkStyle}>
            Open your channels
          </Link>
        </>
      ) : (
        <>
          <Link href={paths.login} className={linkStyle}>
            Sign in
          </Link>{" "}
          to send this to a webhook and see its images.
        </>
      )}
    </p>
  );
}

/** A webhook that the person may post as. */
export type WebhookChoice = {
  id: string;
  name: string;
  avatarUrl: string | null;
  channelId: string;
  channelName: string;
};

/** Groups the webhooks by channel, in order. Channels with the same name stay separate. */
function byChannel(webhooks: readonly WebhookChoice[]): [string, WebhookChoice[]][] {
  const channels = new Map<string, [string, WebhookChoice[]]>();
  for (const webhook of webhooks) {
    const channel = channels.get(webhook.channelId) ?? [webhook.channelName, []];
    channel[1].push(webhook);
    channels.set(webhook.channelId, channel);
  }
  return [...channels.values()];
}
