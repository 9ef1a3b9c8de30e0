"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Banner } from "@/components/ui/display/banner";
import { downloadText } from "@/components/ui/hooks/download-text";
import { subjectOf } from "@/components/webhooks/log/describe-delivery";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { CardEditorDto, CardPreviewDto, DeliveryDto, WebhookDto } from "@/lib/webhooks/dto";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { emptyCard } from "@/lib/webhooks/interpret/own-cards/new-card";
import type { CardActions } from "./card-actions";
import { CardHeader } from "./card-header";
import { CardPreviewPane } from "./card-preview";
import { CardTrialPanel } from "./card-trial";
import { EditPane } from "./edit-pane";
import { exportedFile } from "./exported-file";
import { RequestPane } from "./request-pane";
import { UnsavedGuard } from "./unsaved-guard";
import { editorState, isSameModel, useCardEditor } from "./use-card-editor";
import { useSaving } from "./use-saving";

type CardEditorProps = Pick<CardEditorDto, "model" | "unfit" | "isOn" | "versions" | "seen"> & {
  webhook: WebhookDto;
  /** A first draft from the request at hand. */
  draft: CardModel;
  /** What the stored card, or else the draft, makes of the request at hand; null if unknown. */
  preview: CardPreviewDto | null;
  /** The workspace's address. */
  home: string;
  delivery: { id: string; at: string; payload: unknown } | null;
  /** Requests whose payload is stored, to choose from. */
  samples: readonly DeliveryDto[];
  actions: CardActions;
};

/** Edits a webhook's card: the payload of a request as a tree, the form, and the card as the channel would show it. */
export function CardEditor(props: CardEditorProps) {
  const {
    webhook,
    model: stored,
    unfit,
    isOn,
    versions,
    seen,
    draft,
    preview,
    home,
    delivery,
    samples,
    actions,
  } = props;
  const router = useRouter();
  const ids = { channelId: webhook.channelId, webhookId: webhook.id };
  const [state, dispatch] = useCardEditor(() => editorState(stored ?? draft, stored));
  const { slot, model } = state;
  const card = model.cards[state.index] ?? emptyCard("card");
  const [first] = useState(model);
  const isSaved = isSameModel(model, state.saved);
  // A first draft isn't anyone's work yet.
  const unsaved = !isSaved && !(state.saved === null && isSameModel(model, first));
  const exported = () => exportedFile(model, home, delivery?.payload);
  const [remarks, setRemarks] = useState<readonly string[]>([]);
  const saving = useSaving({
    ids,
    model,
    stored: { model: stored, version: versions[0]?.version ?? null },
    actions,
    saved: () => {
      dispatch({ type: "saved", model });
      setRemarks([]);
    },
    load: (restored) => dispatch({ type: "load", model: restored }),
  });
  const { problem, trial, busy, trySaving, save } = saving;

  function showSample(deliveryId: string): void {
    router.replace(webhookPaths.card(webhook.channelId, webhook.id, deliveryId), { scroll: false });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    dispatch({ type: event.shiftKey ? "redo" : "undo" });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only adds the shortcut for what the Undo button does.
    <div data-wide className="@container flex flex-col gap-4" onKeyDown={onKeyDown}>
      <CardHeader
        webhook={webhook}
        isOn={isOn}
        versions={versions}
        state={state}
        isSaved={isSaved}
        exported={exported}
        unsaved={unsaved}
        saving={saving}
        dispatch={dispatch}
        actions={actions}
        imported={(imported, found) => {
          dispatch({ type: "edit-model", change: () => imported, index: 0 });
          setRemarks(found);
        }}
      />
      {unfit && (
        <Banner
          tone="warning"
          action={
            <Button size="small" onClick={() => downloadText(unfit.yaml, "sender.yaml")}>
              Download sender.yaml
            </Button>
          }
        >
          {`The newest version is a file that the form can't show, so it isn't used. ${unfit.problem} Below is a new draft.`}
        </Banner>
      )}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      {remarks.length > 0 && (
        <Banner
          tone="warning"
          action={
            <Button size="small" onClick={() => setRemarks([])}>
              Dismiss
            </Button>
          }
        >
          {remarks.join(" ")}
        </Banner>
      )}
      <p className="rounded-xl bg-surface-sunken px-4 py-3 text-sm text-text-muted md:hidden">
        {versions.length > 0
          ? "Edit it on a larger screen. Here you can read it and switch it on and off."
          : "This is a first draft. Finish and save it on a larger screen."}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @4xl:grid-cols-[minmax(18rem,2fr)_minmax(0,3fr)] @4xl:gap-6">
        <RequestPane
          delivery={delivery}
          samples={samples}
          showSample={showSample}
          card={card}
          seen={seen}
          slot={slot}
          dispatch={dispatch}
        />
        <div className="flex min-w-0 flex-col gap-4">
          <div className="z-10 bg-surface @4xl:sticky @4xl:top-0">
            <CardPreviewPane
              ids={ids}
              delivery={delivery}
              model={model}
              sender={{ id: webhook.id, name: webhook.name, avatarUrl: webhook.avatarUrl }}
              first={preview}
              previewCard={actions.previewCard}
            />
          </div>
          {trial && (
            <CardTrialPanel
              trial={trial.result}
              subjectFor={(deliveryId) => {
                const sample = samples.find(({ id }) => id === deliveryId);
                return sample && subjectOf(sample);
              }}
              isCurrent={trial.of === model}
              shownId={delivery?.id ?? null}
              show={showSample}
              saving={busy === "saving"}
              save={() => void save()}
              retry={() => void trySaving()}
              close={saving.close}
            />
          )}
          <details className="rounded-xl border md:hidden">
            <summary className="min-h-11 cursor-pointer select-none px-4 py-3 font-medium text-sm">File</summary>
            <pre className="overflow-x-auto border-t px-4 py-3 font-mono text-xs">{exported()}</pre>
          </details>
          <EditPane state={state} card={card} payload={delivery?.payload} seen={seen} dispatch={dispatch} />
        </div>
      </div>
      <UnsavedGuard unsaved={unsaved} />
    </div>
  );
}
