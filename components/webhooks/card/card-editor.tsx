"use client";

import { useRouter } from "next/navigation";
import { Tabs } from "radix-ui";
import { type KeyboardEvent, useMemo, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { TextArea } from "@/components/ui/controls/text-area";
import { Banner } from "@/components/ui/display/banner";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { toast } from "@/components/ui/overlays/toaster";
import { EditAs } from "@/components/webhooks/builder/controls";
import { subjectOf } from "@/components/webhooks/log/describe-delivery";
import { paths } from "@/lib/text/paths";
import type { CardVersionDto, DeliveryDto, WebhookDto } from "@/lib/webhooks/dto";
import type { CardActions } from "./card-actions";
import { CardChoice } from "./card-choice";
import { type CardFile, emptyCard } from "./card-file";
import { CardForm } from "./card-form";
import { CardHeader } from "./card-header";
import { CardPreviewPane } from "./card-preview";
import { CardTrialPanel } from "./card-trial";
import { objection, type Slot, withValue } from "./edit";
import { slotName, usedPaths } from "./form-state";
import type { Path } from "./liquid";
import { valueAt } from "./payload-tree";
import { RequestPane } from "./request-pane";
import { dumpCardFile, editorState, parseCardFile, useCardEditor, yamlOf } from "./use-card-editor";
import { useSaving } from "./use-saving";
import { useUnsavedGuard } from "./use-unsaved-guard";

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
  const { file, index, slot } = state;
  const card = file.cards[index] ?? emptyCard("card");
  const text = yamlOf(state);
  const [first] = useState(text);
  // A first draft isn't anyone's work yet.
  const unsaved = text !== state.saved && !(state.saved === "" && text === first);
  const guard = useUnsavedGuard(unsaved);
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
  const { problem, trial, busy, trySaving, save, restore } = saving;
  const payload = delivery?.payload;
  const used = useMemo(() => usedPaths(card), [card]);
  const [said, setSaid] = useState("");

  function pick(path: Path): void {
    const refusal = objection(card, slot, valueAt(payload, path));
    setSaid(refusal ?? `Added to ${slotName(slot, card)}`);
    if (refusal !== null) {
      toast(refusal);
      return;
    }
    dispatch({ type: "edit", change: (before) => withValue(before, slot, payload, path), slot: after(slot) });
  }

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
        yaml={text}
        unsaved={unsaved}
        canSave={text !== state.saved && !state.unread}
        canUndo={state.past.length > 0}
        canRedo={state.future.length > 0}
        trying={busy === "trying"}
        dispatch={dispatch}
        trySaving={() => void trySaving()}
        restore={restore}
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
          used={used}
          said={said}
          onPick={pick}
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
          {/* What gets the focus must not end up under the preview. */}
          <Tabs.Root
            value={view}
            onValueChange={setView}
            className="min-w-0 max-md:hidden @4xl:[&_:is(textarea,button,select,input)]:scroll-mt-[calc(45dvh+4rem)]"
          >
            <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
              <EditAs other="File" />
              {view === "form" && !state.unread && <CardChoice file={file} index={index} dispatch={dispatch} />}
            </div>
            <Tabs.Content value="form" tabIndex={-1} className="@container">
              {state.unread ? (
                <Banner tone="warning">The form can't show this file. Edit it under File, or undo your change.</Banner>
              ) : (
                <CardForm
                  card={card}
                  payload={payload}
                  slot={slot}
                  hasConditions={file.event === null}
                  dispatch={dispatch}
                />
              )}
            </Tabs.Content>
            <Tabs.Content value="file" tabIndex={-1}>
              <TextArea
                label="sender.yaml"
                rows={24}
                value={text}
                spellCheck={false}
                autoCapitalize="none"
                hint="The whole card as a file. The preview says what's wrong with it."
                onChange={(event) => dispatch({ type: "write", text: event.target.value, kind: "file" })}
                className="[&_textarea]:font-mono [&_textarea]:text-sm"
              />
            </Tabs.Content>
          </Tabs.Root>
        </div>
      </div>
      <ConfirmDialog
        open={guard.leavingTo !== null}
        onOpenChange={(open) => open || guard.stay()}
        title="Leave without saving?"
        description="Your changes to the card aren't saved and will be lost."
        confirmText="Leave"
        onConfirm={async () => {
          guard.leave();
          return null;
        }}
      />
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

/** Returns where the next value goes after one has been added. */
function after(slot: Slot): Slot {
  if (slot.kind !== "text" || slot.caret === null) return slot;
  return { ...slot, caret: { atom: slot.caret.atom + 1, offset: 0 } };
}
