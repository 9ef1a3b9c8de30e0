"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Banner } from "@/components/ui/display/banner";
import { subjectOf } from "@/components/webhooks/log/describe-delivery";
import { paths } from "@/lib/text/paths";
import type { CardVersionDto, DeliveryDto, WebhookDto } from "@/lib/webhooks/dto";
import type { CardActions } from "./card-actions";
import { type CardFile, emptyCard } from "./card-file";
import { CardHeader } from "./card-header";
import { CardPreviewPane } from "./card-preview";
import { CardTrialPanel } from "./card-trial";
import { EditPane } from "./edit-pane";
import { RequestPane } from "./request-pane";
import { UnsavedGuard } from "./unsaved-guard";
import { dumpCardFile, editorState, parseCardFile, useCardEditor, yamlOf } from "./use-card-editor";
import { useSaving } from "./use-saving";

type CardEditorProps = {
  webhook: WebhookDto;
  /** The stored file; null if there's none. */
  yaml: string | null;
  isOn: boolean;
  /** Newest first. */
  versions: readonly CardVersionDto[];
  /** A first draft from the request at hand. */
  draft: CardFile;
  delivery: { id: string; at: string; payload: unknown } | null;
  /** Requests whose payload is stored, to choose from. */
  samples: readonly DeliveryDto[];
  actions: CardActions;
};

/** Edits a webhook's card: the payload of a request as a tree, the form, and the card as the channel would show it. */
export function CardEditor(props: CardEditorProps) {
  const { webhook, yaml, isOn, versions, draft, delivery, samples, actions } = props;
  const router = useRouter();
  const ids = { channelId: webhook.channelId, webhookId: webhook.id };
  const [state, dispatch] = useCardEditor(() => editorState(draft, yaml, yaml ?? ""));
  const { slot } = state;
  const card = state.file.cards[state.index] ?? emptyCard("card");
  const text = yamlOf(state);
  const [first] = useState(text);
  // A first draft isn't anyone's work yet.
  const unsaved = text !== state.saved && !(state.saved === "" && text === first);
  const [view, setView] = useState("form");
  const [remarks, setRemarks] = useState<readonly string[]>([]);
  const saving = useSaving({
    ids,
    text,
    stored: { yaml, version: versions[0]?.version ?? null },
    actions,
    saved: () => {
      dispatch({ type: "saved", text });
      setRemarks([]);
    },
    load: (stored) => dispatch({ type: "load", text: stored }),
  });
  const { problem, trial, busy, trySaving, save } = saving;

  function showSample(deliveryId: string): void {
    router.replace(paths.webhookCard(webhook.channelId, webhook.id, deliveryId), { scroll: false });
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
        yaml={text}
        unsaved={unsaved}
        saving={saving}
        dispatch={dispatch}
        actions={actions}
        imported={(imported, found) => {
          dispatch({ type: "write", text: completed(imported, draft) });
          setRemarks(found);
        }}
      />
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
          slot={slot}
          takesValues={view === "form"}
          dispatch={dispatch}
        />
        <div className="flex min-w-0 flex-col gap-4">
          <div className="z-10 bg-surface @4xl:sticky @4xl:top-0">
            <CardPreviewPane
              ids={ids}
              delivery={delivery}
              yaml={text}
              sender={{ id: webhook.id, name: webhook.name, avatarUrl: webhook.avatarUrl }}
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
              isCurrent={trial.of === text}
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
            <pre className="overflow-x-auto border-t px-4 py-3 font-mono text-xs">{text}</pre>
          </details>
          <EditPane
            state={state}
            yaml={text}
            card={card}
            payload={delivery?.payload}
            view={view}
            setView={setView}
            dispatch={dispatch}
          />
        </div>
      </div>
      <UnsavedGuard unsaved={unsaved} />
    </div>
  );
}

/** Returns an imported file with what a tool's own description needs, so that it can be exported as one. */
function completed(imported: string, draft: CardFile): string {
  const read = parseCardFile(imported);
  if (read === null) return imported;
  const missing = Object.keys(draft.rest).some((key) => !Object.hasOwn(read.rest, key));
  return missing ? dumpCardFile({ ...read, rest: { ...draft.rest, ...read.rest } }) : imported;
}
