"use client";

import { clsx } from "clsx";
import { Tabs } from "radix-ui";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { MessageArticle } from "@/components/chat/message/message-article";
import { Button } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useShownImages } from "@/components/ui/forms/use-shown-images";
import { curlCommand } from "@/components/webhooks/list/examples";
import { problemSentence } from "@/lib/webhooks/payload/problem";
import { checkPayload } from "@/lib/webhooks/schema";
import { EditAs } from "./controls";
import type { Draft } from "./draft";
import { DraftForm } from "./draft-form";
import { JsonEditor, readDraft } from "./json-editor";
import { toPayload, withoutEmpty } from "./payload";
import { imagesOf, type PreviewSender, previewMessage, withImages } from "./preview-message";
import { SendHint, SendPanel, type WebhookChoice } from "./send-panel";
import { type Edit, useBuilder } from "./use-builder";

type EmbedBuilderProps = {
  /** Null if the visitor isn't signed in. */
  webhooks: readonly WebhookChoice[] | null;
  /** A webhook URL with placeholders, for the curl command. */
  exampleUrl: string;
  openedAt: string;
  send: FormAction<{ channelId: string; seq: number }>;
};

const NOBODY = { id: "preview", name: "Your webhook", avatarUrl: null };

/** Edits a webhook message as a form or as JSON next to a live preview. */
export function EmbedBuilder({ webhooks, exampleUrl, openedAt, send }: EmbedBuilderProps) {
  const [{ draft, before }, dispatch] = useBuilder();
  const [written, setWritten] = useState<string | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [showsPreview, setShowsPreview] = useState(false);

  const otherScroll = useRef(0);

  const payload = useMemo(() => toPayload(draft), [draft]);
  const { problems } = useMemo(() => checkPayload(payload), [payload]);
  const sent = withoutEmpty(payload);
  const json = JSON.stringify(sent, null, 2);
  const chosen = webhooks?.find(({ id }) => id === chosenId) ?? webhooks?.[0];
  const [problem] = problems;

  function edit(change: Edit): void {
    setWritten(null);
    dispatch({ type: "edit", edit: change });
  }

  function writeJson(text: string): void {
    setWritten(text);
    const read = readDraft(text).draft;
    if (read) dispatch({ type: "edit", edit: () => read });
  }

  // On phones the form and preview take turns; each keeps its own scroll position.
  function turn(): void {
    const { scrollY } = window;
    flushSync(() => setShowsPreview(!showsPreview));
    window.scrollTo(0, otherScroll.current);
    otherScroll.current = scrollY;
  }

  function resetOrUndo(): void {
    setWritten(null);
    dispatch({ type: before ? "undo-reset" : "reset" });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 pb-24 lg:grid-cols-2 lg:gap-8 lg:pb-8">
      <Tabs.Root defaultValue="form" className={clsx("min-w-0", showsPreview && "max-lg:hidden")}>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <EditAs />
          <div className="flex flex-wrap gap-1">
            <CopyButton text={json} label="Copy JSON" size="small" variant="ghost" />
            <CopyButton text={curlCommand(exampleUrl, json)} label="Copy as curl" size="small" variant="ghost" />
            <Button size="small" variant="ghost" onClick={resetOrUndo}>
              {before ? "Undo reset" : "Reset"}
            </Button>
          </div>
        </div>
        <Tabs.Content value="form" tabIndex={-1}>
          <DraftForm draft={draft} onEdit={edit} problems={problems} />
        </Tabs.Content>
        <Tabs.Content value="json" tabIndex={-1}>
          <JsonEditor json={json} written={written} onWrite={writeJson} />
        </Tabs.Content>
      </Tabs.Root>
      <div
        className={clsx(
          "flex min-w-0 flex-col gap-4 lg:sticky lg:top-19 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto",
          !showsPreview && "max-lg:hidden",
        )}
      >
        <Preview draft={draft} sender={chosen ?? NOBODY} createdAt={openedAt} signedIn={webhooks !== null} />
        {chosen && webhooks ? (
          <SendPanel
            webhooks={webhooks}
            chosen={chosen}
            onChoose={setChosenId}
            objection={problem ? problemSentence(problem) : null}
            payload={JSON.stringify(sent)}
            send={send}
          />
        ) : (
          <SendHint signedIn={webhooks !== null} />
        )}
      </div>
      <div className="fixed inset-x-0 bottom-0 z-20 flex border-border border-t bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:px-6 lg:hidden">
        <Button variant="primary" size="large" className="flex-1" onClick={turn}>
          {showsPreview ? "Go on editing" : "Show preview"}
        </Button>
      </div>
    </div>
  );
}

type PreviewProps = {
  draft: Draft;
  sender: PreviewSender;
  createdAt: string;
  /** Images are fetched only for people who are signed in. */
  signedIn: boolean;
};

/** Renders the message with the channel's own components. */
function Preview({ draft, sender, createdAt, signedIn }: PreviewProps) {
  const settled = useDeferredValue(draft);
  const message = useMemo(() => previewMessage(settled, sender, createdAt), [settled, sender, createdAt]);
  const shown = useShownImages(message && signedIn ? imagesOf(message) : []);
  return (
    <section aria-label="Preview" className="overflow-hidden rounded-xl border border-border bg-surface">
      <h2 className="border-border border-b bg-surface-sunken px-4 py-2 font-semibold text-sm">Preview</h2>
      <div className="py-3">
        {message ? (
          <MessageArticle message={withImages(message, shown)} />
        ) : (
          <p className="px-4 py-8 text-center text-sm text-text-muted">
            Nothing to show yet. Add content or fill in an embed.
          </p>
        )}
      </div>
    </section>
  );
}
