"use client";

import { Tabs } from "radix-ui";
import { useState } from "react";
import { useHighlight } from "@/components/chat/message/highlight/use-highlight";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { SelectField } from "@/components/ui/controls/select-field";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { ReadOnlyText } from "@/components/ui/forms/read-only-text";
import { focusOnce } from "@/components/ui/hooks/focus-once";
import { ExternalLink } from "@/components/ui/icons/more-icons";
import type { SenderDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { senderAddress, senderDocsHref, stepsWith } from "@/lib/webhooks/sender-address";
import { type Example, examples } from "./examples";
import { FirstMessage } from "./first-message";
import type { WebhookChannel } from "./webhook-actions";

const SenderSteps = deferredPart(async () => (await import("./sender-steps")).SenderSteps);

type SecretPanelProps = {
  /** The webhook's. */
  channel: Pick<WebhookChannel, "id" | "name">;
  secret: WebhookSecretDto;
  senders: readonly SenderDto[];
  done: () => void;
};

/** Shows a new webhook's URL once, with setup steps or examples, and waits for the first message. */
export function SecretPanel({ channel, secret: { webhook, url, rev }, senders, done }: SecretPanelProps) {
  const [name, setName] = useState(senders.some((each) => each.name === webhook.sender) ? webhook.sender : "parley");
  const sender = senders.find((each) => each.name === name);
  const address = senderAddress(url, name);
  const steps = stepsWith(sender?.steps ?? [], address);
  return (
    <section className="rounded-xl border border-accent bg-surface-raised p-4 sm:p-5" aria-labelledby="webhook-secret">
      <h3 id="webhook-secret" className="break-words font-semibold text-base">
        {webhook.name}'s URL
      </h3>
      <p className="mt-1 text-sm text-text-muted">
        Copy it now; you won't see it again. Anyone with it can post to #{channel.name}, so treat it like a password.
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-2">
        <ReadOnlyText ref={focusOnce} label="Webhook URL" value={address} className="min-w-0 flex-1 basis-72" />
        <CopyButton text={address} label="Copy URL" variant="primary" />
      </div>
      <SelectField
        label="What posts here"
        className="mt-3 max-w-72"
        value={name}
        onChange={(event) => setName(event.target.value)}
        options={senders.map(({ name: value, label }) => ({ value, label }))}
        hint="The end of the URL depends on the tool. All of them post here."
      />
      <div className="mt-6 mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <h4 className="font-medium text-sm">
          {sender && steps.length > 0 ? `Set up ${sender.label}` : "Send your first message"}
        </h4>
        {/* Opens in a new tab, because leaving this page would lose the URL. */}
        <a
          href={senderDocsHref(name)}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle("ghost", "small", "-me-2.5 max-sm:-ms-2.5")}
        >
          <span>
            Documentation <span className="sr-only">(opens in a new tab)</span>
          </span>
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      </div>
      {steps.length > 0 ? <SenderSteps steps={steps} /> : <ExampleTabs url={url} />}
      <div className="mt-5 flex flex-wrap items-end justify-between gap-3">
        <FirstMessage channelId={channel.id} channelName={channel.name} webhookId={webhook.id} rev={rev} />
        <Button className="ms-auto" onClick={done}>
          Done
        </Button>
      </div>
    </section>
  );
}

/** Examples of a first message, one tab per language or sender. */
function ExampleTabs({ url }: { url: string }) {
  const all = examples(url);
  return (
    <Tabs.Root defaultValue={all[0]?.id ?? ""}>
      <Tabs.List aria-label="Examples" className="flex flex-wrap gap-1 border-b pb-2">
        {all.map(({ id, label }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="target-y rounded-md px-2.5 font-medium text-sm text-text-muted transition-colors hover:bg-surface-hover hover:text-text data-[state=active]:bg-surface-selected data-[state=active]:text-text"
          >
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {all.map((example) => (
        // The panel needs no tab stop: the button and the code inside have their own.
        <Tabs.Content key={example.id} value={example.id} tabIndex={-1} className="pt-3">
          <ExampleCode example={example} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function ExampleCode({ example: { language, intro, code } }: { example: Example }) {
  const [box, highlighted] = useHighlight<HTMLPreElement>(code, language);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <p className="min-w-0 flex-1 basis-72 text-sm text-text-muted">{intro}</p>
        <CopyButton text={code} label="Copy example" size="small" variant="ghost" className="-mx-2.5" />
      </div>
      {/* Lines wrap, because a long URL would push the rest out of view. */}
      <pre
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        dir="ltr"
        className="mt-1 max-h-80 overflow-auto whitespace-pre-wrap rounded-lg border bg-surface-sunken p-3 font-mono text-xs leading-5 [overflow-wrap:anywhere]"
      >
        <code>{highlighted ?? code}</code>
      </pre>
    </>
  );
}
