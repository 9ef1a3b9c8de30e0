"use client";

import { useRouter } from "next/navigation";
import { Tabs } from "radix-ui";
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { subjectOf } from "@/components/delivery-log/describe-delivery";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Plus } from "@/components/ui/icons";
import { Trash2 } from "@/components/ui/more-icons";
import { SelectField } from "@/components/ui/select-field";
import { TextArea } from "@/components/ui/text-area";
import { clock, shortDate } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { toast } from "@/components/ui/toaster";
import { paths } from "@/lib/paths";
import type { CardTrialDto, CardVersionDto, DeliveryDto, WebhookDto } from "@/lib/webhooks/dto";
import type { CardActions } from "./card-actions";
import { type CardFile, emptyCard } from "./card-file";
import { CardForm } from "./card-form";
import { CardHeader } from "./card-header";
import { CardPreviewPane } from "./card-preview";
import { CardTrialPanel } from "./card-trial";
import { objection, type Slot, withValue } from "./edit";
import { slotName, usedPaths } from "./form-state";
import type { Path } from "./liquid";
import { valueAt } from "./payload-tree";
import { PayloadTree } from "./payload-tree-view";
import { describeConditions } from "./rules";
import { dumpCardFile, editorState, parseCardFile, useCardEditor, yamlOf } from "./use-card-editor";
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

const UNREACHABLE = "That didn't work. Check your connection and try again.";

/** Edits a webhook's card: the payload of a request as a tree, the form, and the card as the channel would show it. */
export function CardEditor(props: CardEditorProps) {
  const { webhook, yaml, isOn, versions, draft, delivery, samples, actions } = props;
  const router = useRouter();
  const zone = useTimeZone();
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
  const [problem, setProblem] = useState<string | null>(null);
  const [trial, setTrial] = useState<{ of: string; result: CardTrialDto } | null>(null);
  const [busy, setBusy] = useState<"trying" | "saving" | null>(null);
  const newest = useRef(versions[0]?.version ?? null);
  const payload = delivery?.payload;
  const used = useMemo(() => usedPaths(card), [card]);
  const [said, setSaid] = useState("");

  const reload = useRef(false);
  const takeStored = useEffectEvent((stored: string) => {
    if (reload.current) dispatch({ type: "load", text: stored });
    reload.current = false;
  });
  const version = versions[0]?.version ?? null;
  useEffect(() => {
    newest.current = version;
    if (yaml !== null) takeStored(yaml);
  }, [yaml, version]);

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

  async function trySaving(): Promise<void> {
    setBusy("trying");
    setProblem(null);
    const result = await actions.tryCard({ ...ids, yaml: text }).catch(() => null);
    setBusy(null);
    if (result?.ok) setTrial({ of: text, result: result.data });
    else setProblem(result?.error ?? UNREACHABLE);
  }

  async function save(): Promise<void> {
    setBusy("saving");
    const result = await actions.saveCard({ ...ids, yaml: text, basedOn: newest.current }).catch(() => null);
    setBusy(null);
    setTrial(null);
    if (!result?.ok) return setProblem(result?.error ?? UNREACHABLE);
    newest.current = result.data.version;
    dispatch({ type: "saved", text });
    setRemarks([]);
    toast.success("Card saved", { description: "It's used for the webhook's next requests." });
    router.refresh();
  }

  async function restore(chosen: number): Promise<string | null> {
    const result = await actions.restoreCard({ ...ids, version: chosen }).catch(() => null);
    if (!result?.ok) return result?.error ?? UNREACHABLE;
    reload.current = true;
    toast.success(`Version ${chosen} restored`);
    router.refresh();
    return null;
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
        <section
          aria-label="Request"
          className="flex max-h-96 min-w-0 flex-col overflow-hidden rounded-xl border max-md:hidden @4xl:sticky @4xl:top-0 @4xl:max-h-[calc(100dvh-8rem)]"
        >
          <div className="flex flex-col gap-2 border-b bg-surface-sunken p-3">
            {samples.length > 0 && (
              <SelectField
                label="Request"
                hideLabel
                value={delivery?.id ?? ""}
                options={samples.map((each) => ({ value: each.id, label: sampleLabel(each, zone) }))}
                onChange={(event) => showSample(event.target.value)}
              />
            )}
            {delivery !== null && view === "form" && (
              <p role="status" className="text-sm">
                Click a value to add it to <strong className="font-semibold">{slotName(slot, card)}</strong>
              </p>
            )}
            <p role="status" className="sr-only">
              {said}
            </p>
          </div>
          <div className="min-h-0 overflow-y-auto">
            {delivery === null ? (
              <p className="px-4 py-8 text-center text-sm text-text-muted">
                No stored requests yet. Send one to the webhook, then come back.
              </p>
            ) : (
              <PayloadTree
                key={delivery.id}
                payload={payload}
                used={used}
                onPick={pick}
                takesWhole={view === "form" && (slot.kind === "new-field" || slot.kind === "text")}
              />
            )}
          </div>
        </section>
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
              close={() => setTrial(null)}
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
              <Tabs.List aria-label="Edit as" className="flex gap-1 rounded-lg bg-surface-sunken p-1">
                <Tabs.Trigger value="form" className={tabStyle}>
                  Form
                </Tabs.Trigger>
                <Tabs.Trigger value="file" className={tabStyle}>
                  File
                </Tabs.Trigger>
              </Tabs.List>
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

const tabStyle =
  "target-y rounded-md px-3 font-medium text-sm text-text-muted transition-colors hover:text-text data-[state=active]:bg-surface-raised data-[state=active]:text-text data-[state=active]:ring-1 data-[state=active]:ring-border";

/** Returns an imported file with what a tool's own description needs, so that it can be exported as one. */
function completed(imported: string, draft: CardFile): string {
  const read = parseCardFile(imported);
  if (read === null) return imported;
  const missing = Object.keys(draft.rest).some((key) => !Object.hasOwn(read.rest, key));
  return missing ? dumpCardFile({ ...read, rest: { ...draft.rest, ...read.rest } }) : imported;
}

/** Returns a request's time and what came of it. */
function sampleLabel(delivery: DeliveryDto, zone: string): string {
  const at = new Date(delivery.createdAt);
  return `${shortDate(at, zone)}, ${clock(at, zone)} · ${subjectOf(delivery)}`;
}

/** Returns where the next value goes after one has been added. */
function after(slot: Slot): Slot {
  if (slot.kind !== "text" || slot.caret === null) return slot;
  return { ...slot, caret: { atom: slot.caret.atom + 1, offset: 0 } };
}

type CardChoiceProps = { file: CardFile; index: number; dispatch: Parameters<typeof CardForm>[0]["dispatch"] };

/** Chooses which of the file's cards the form shows, and adds and removes cards. */
function CardChoice({ file, index, dispatch }: CardChoiceProps) {
  const { cards, event } = file;
  const label = (card: CardFile["cards"][number], at: number) => {
    if (event !== null) return card.name;
    const isLast = at === cards.length - 1;
    const others = isLast ? (cards.length > 1 ? "all others" : "all requests") : "no requests yet, add a condition";
    return `Card ${at + 1}: ${describeConditions(card.when) || others}`;
  };
  return (
    <div className="flex min-w-0 items-center gap-1">
      {cards.length > 1 && (
        <SelectField
          label="Card"
          hideLabel
          value={`${index}`}
          options={cards.map((card, at) => ({ value: `${at}`, label: label(card, at) }))}
          onChange={(changed) => dispatch({ type: "show-card", index: Number(changed.target.value) })}
          className="w-56"
        />
      )}
      {event === null && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => dispatch({ type: "edit-file", change: withCard, index: 0 })}
        >
          <Plus aria-hidden="true" />
          Another card
        </Button>
      )}
      {event === null && cards.length > 1 && (
        <IconButton
          label="Remove this card"
          icon={<Trash2 />}
          tone="danger"
          onClick={() =>
            dispatch({
              type: "edit-file",
              change: (before) => ({ ...before, cards: before.cards.toSpliced(index, 1) }),
            })
          }
        />
      )}
    </div>
  );
}

/** Adds a card before the others: what it isn't for goes on to them. */
function withCard(file: CardFile): CardFile {
  const names = new Set(file.cards.map(({ name }) => name));
  let number = file.cards.length + 1;
  while (names.has(`card-${number}`)) number += 1;
  return { ...file, cards: [emptyCard(`card-${number}`), ...file.cards] };
}
