"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Link } from "@/components/ui/controls/link";
import { Banner } from "@/components/ui/display/banner";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Plus } from "@/components/ui/icons/icons";
import { BookOpen, PencilRuler, Webhook } from "@/components/ui/icons/more-icons";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import { connection } from "@/lib/browser/events";
import { paths } from "@/lib/text/paths";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { workspacePaths } from "@/lib/text/workspace-paths";
import type { ListedWebhookDto, SenderDto } from "@/lib/webhooks/dto";
import { MOST_WEBHOOKS } from "./find-webhooks";
import { NewWebhook } from "./new-webhook";
import { SecretPanel } from "./secret-panel";
import type { SchemeChoice, WebhookActions, WebhookChannel } from "./webhook-actions";
import { type Stage, WebhookList } from "./webhook-list";

type WebhooksTabProps = {
  channel: WebhookChannel;
  whoManages: string;
  webhooks: ListedWebhookDto[];
  /** Tools that can post to a webhook. */
  senders: readonly SenderDto[];
  /** Ways in which requests can be signed. */
  schemes: readonly SchemeChoice[];
  actions: WebhookActions;
};

/** The channel's webhooks, with the current form above the list. */
export function WebhooksTab({ channel, whoManages, webhooks, senders, schemes, actions }: WebhooksTabProps) {
  const [stage, setStage] = useState<Stage>({ kind: "list" });
  const heading = useRef<HTMLHeadingElement>(null);
  const router = useRouter();
  const manages = channel.canManageWebhooks;
  const full = webhooks.length >= MOST_WEBHOOKS;
  const made = stage.kind === "secret" ? stage.secret : null;
  // A tool may have been connected to another channel, which is the one to watch then.
  const elsewhere = channel.managed.find(({ id }) => id === made?.webhook.channelId && id !== channel.id);
  useCurrentList(elsewhere?.id ?? channel.id, elsewhere && made ? made.rev : channel.rev);
  useAsked("new", (how) => {
    const asksChannel = how === "tool";
    if (manages && (asksChannel || !full)) setStage({ kind: "new", asksChannel });
  });
  useAsked("edit", (webhookId) => {
    if (manages && webhooks.some(({ id }) => id === webhookId)) setStage({ kind: "edit", webhookId });
  });

  // The pressed button is gone, so the heading takes the focus.
  function backToList(): void {
    if (elsewhere) router.push(paths.settings(elsewhere.id, "webhooks"));
    setStage({ kind: "list" });
    heading.current?.focus();
  }

  const startNew = (
    <Button variant="primary" disabled={full} onClick={() => setStage({ kind: "new", asksChannel: false })}>
      <Plus aria-hidden="true" />
      New webhook
    </Button>
  );
  const empty = webhooks.length === 0;
  const showsList = stage.kind === "list" || stage.kind === "edit";
  const showsButton = manages && showsList;

  return (
    <div className="flex flex-col gap-5">
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
        <div>
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
            Webhooks
          </h2>
          <p className="text-sm text-text-muted">Tools post to #{channel.name} through webhook URLs.</p>
        </div>
        {showsButton && !empty && startNew}
        {showsList && <WebhookLinks />}
      </header>
      {channel.archived && (
        <Banner tone="warning">This channel is archived. Senders get a 403 until you unarchive it.</Banner>
      )}
      {!manages && <Banner>Only this channel's managers can manage its webhooks. Ask {whoManages}.</Banner>}
      {showsButton && full && (
        <Banner>
          #{channel.name} has reached the limit of {MOST_WEBHOOKS} webhooks. Delete or move one to create another.
        </Banner>
      )}
      {stage.kind === "new" && (
        <NewWebhook
          channel={channel}
          channels={stage.asksChannel ? channel.managed : null}
          senders={senders}
          createWebhook={actions.createWebhook}
          created={(secret) => setStage({ kind: "secret", secret })}
          cancel={backToList}
        />
      )}
      {stage.kind === "secret" && (
        <SecretPanel
          key={stage.secret.url}
          channel={elsewhere ?? channel}
          secret={stage.secret}
          senders={senders}
          done={backToList}
        />
      )}
      {empty && stage.kind === "list" && <NoWebhooks action={manages && startNew} />}
      {!empty && !elsewhere && (
        <WebhookList
          channel={channel}
          webhooks={webhooks}
          schemes={schemes}
          actions={actions}
          stage={stage}
          setStage={setStage}
          backToList={backToList}
        />
      )}
    </div>
  );
}

/** Calls `start` with this parameter of the URL if it has it, and removes it from the URL. */
function useAsked(parameter: "new" | "edit", start: (value: string) => void): void {
  const asked = useSearchParams().get(parameter);
  const pathname = usePathname();
  const begin = useEffectEvent(start);
  useEffect(() => {
    if (asked === null) return;
    window.history.replaceState(null, "", pathname);
    begin(asked);
  }, [asked, pathname]);
}

const links = [
  { href: webhookPaths.docs, label: "Documentation", Icon: BookOpen },
  { href: webhookPaths.embedBuilder, label: "Embed builder", Icon: PencilRuler },
  { href: workspacePaths.webhooks, label: "All webhooks", Icon: Webhook },
];

function WebhookLinks() {
  return (
    <p className="col-span-full mt-1.5 flex flex-wrap gap-x-4">
      {links.map(({ href, label, Icon }) => (
        <Link
          key={href}
          href={href}
          className="inline-flex target-y items-center gap-1.5 rounded-md text-accent text-sm underline-offset-2 hover:underline"
        >
          <Icon aria-hidden="true" className="size-3.5" />
          {label}
        </Link>
      ))}
    </p>
  );
}

function NoWebhooks({ action }: { action: ReactNode }) {
  return (
    <div className="rounded-xl border">
      <EmptyState icon={<Webhook />} title="No webhooks yet" action={action}>
        {action
          ? "Create one for each tool that posts here, such as builds, alerts or scripts. You'll get a URL to paste into the tool."
          : "This channel's webhooks will appear here."}
      </EmptyState>
    </div>
  );
}

// A busy webhook is logged more often than its row has to change.
const SETTLE_MS = 500;

/** Renders the page again once any of the channel's webhooks got a request or changed. `rev`: the channel's, as rendered. */
function useCurrentList(channelId: string, rev: number): void {
  const router = useRouter();
  // The stream goes on from here; a page that is rendered again must not open another.
  const [first, setFirst] = useState({ channelId, rev });
  if (first.channelId !== channelId) setFirst({ channelId, rev });
  const firstRev = first.rev;
  const refresh = useEffectEvent(() => router.refresh());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChannelEvent(channelId, ({ type }) => {
      // What happened while the page was disconnected isn't repeated, nor what did since an earlier visit, whose page
      // the browser may still have.
      if (type !== "deliveries" && type !== "ready") return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, SETTLE_MS);
    });
    const leave = connection.open(channelId, firstRev);
    return () => {
      clearTimeout(timer);
      stop();
      leave();
    };
  }, [channelId, firstRev]);
}
