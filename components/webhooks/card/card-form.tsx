"use client";

import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { TextField } from "@/components/ui/controls/text-field";
import { Plus } from "@/components/ui/icons/icons";
import { Rows2, X } from "@/components/ui/icons/more-icons";
import { moved, OrderButtons, without } from "@/components/webhooks/builder/controls";
import type { WebhookCard } from "./card-file";
import { ColorEditor } from "./color-editor";
import { ConditionsEditor } from "./conditions-editor";
import { eachOfChip, MOST_FIELDS, type Slot, type TextOf, textAt, withConditions, withText } from "./edit";
import type { Condition } from "./liquid";
import { writeTemplate } from "./parts";
import { TextEditor } from "./text-editor";
import type { EditorAction } from "./use-card-editor";

type CardFormProps = {
  card: WebhookCard;
  payload: unknown;
  slot: Slot;
  /** Whether the file decides by conditions which requests the card is for. */
  hasConditions: boolean;
  dispatch: (action: EditorAction) => void;
};

/** Edits one card: what it shows, and for which requests. */
export function CardForm({ card, payload, slot, hasConditions, dispatch }: CardFormProps) {
  const id = useId();
  const edit = (change: (card: WebhookCard) => WebhookCard, next?: Slot, kind?: string) =>
    dispatch({ type: "edit", change, ...(next && { slot: next }), ...(kind && { kind }) });
  const select = (next: Slot) => dispatch({ type: "select", slot: next });

  const text = (label: string, of: TextOf, placeholder?: string) => (
    <TextEditor
      label={label}
      template={textAt(card, of)}
      payload={payload}
      isMarkdown={of.part === "description" || of.part === "value"}
      selected={isSelected(slot, of)}
      {...(placeholder && { placeholder })}
      onSelect={(caret, lines) => select({ kind: "text", of, lines, caret })}
      onChange={(template, kind) => edit((before) => withText(before, of, template), undefined, kind)}
      {...(of.part === "value" && { onEach: (part: number) => edit((before) => eachOfChip(before, of.field, part)) })}
    />
  );
  const full = card.fields.length >= MOST_FIELDS;
  return (
    <div className="flex flex-col gap-4">
      <Labelled label="Title">{text("Title", { part: "title" }, "What happened to what")}</Labelled>
      <Labelled label="Link">{text("Link", { part: "url" }, "Where the title leads")}</Labelled>
      <Labelled label="Text">{text("Text", { part: "description" }, "Optional. Markdown.")}</Labelled>
      <Labelled label="Color">
        <ColorEditor
          color={card.color}
          payload={payload}
          slot={slot}
          select={select}
          change={(color, next, kind) => edit((before) => ({ ...before, color }), next, kind)}
        />
      </Labelled>
      <Labelled
        label="Fields"
        aside={
          <span className="text-text-muted text-xs tabular-nums">{`${card.fields.length} of ${MOST_FIELDS}`}</span>
        }
      >
        <div className="flex flex-col gap-2">
          {card.fields.map((field, index) => {
            const name = writeTemplate(field.name) || `Field ${index + 1}`;
            return (
              <fieldset
                // biome-ignore lint/suspicious/noArrayIndexKey: fields have nothing else that tells them apart.
                key={index}
                aria-label={`Field ${index + 1}`}
                className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-start gap-1.5 @xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
              >
                <div className="max-@xl:col-start-1">
                  {text(`Name of field ${index + 1}`, { part: "name", field: index }, "Name")}
                </div>
                <div className="max-@xl:col-start-1">
                  {text(`Value of ${name}`, { part: "value", field: index }, "Value")}
                </div>
                <div className="flex max-@xl:col-start-2 max-@xl:row-span-2 max-@xl:row-start-1">
                  <IconButton
                    label={`${name} on a line of its own`}
                    tip="On a line of its own"
                    icon={<Rows2 />}
                    aria-pressed={!field.inline}
                    className={field.inline ? "" : "bg-surface-selected text-text!"}
                    onClick={() =>
                      edit((before) => ({
                        ...before,
                        fields: before.fields.with(index, { ...field, inline: !field.inline }),
                      }))
                    }
                  />
                  <OrderButtons
                    name={name}
                    id={`${id}-field-${index}`}
                    first={index === 0}
                    last={index === card.fields.length - 1}
                    onMove={(by) => edit((before) => ({ ...before, fields: moved(before.fields, index, by) }))}
                    onRemove={() =>
                      edit((before) => ({ ...before, fields: without(before.fields, index) }), { kind: "new-field" })
                    }
                    afterRemove={`${id}-add`}
                  />
                </div>
                {field.each !== null && (
                  <p className="col-span-full text-text-muted text-xs">
                    A field for each of <code className="font-mono">{field.each}</code>
                  </p>
                )}
              </fieldset>
            );
          })}
          <Button
            id={`${id}-add`}
            size="small"
            aria-disabled={full}
            aria-pressed={slot.kind === "new-field"}
            className={clsx("self-start", slot.kind === "new-field" && "border-accent! ring-1 ring-accent")}
            onClick={() => full || select({ kind: "new-field" })}
          >
            <Plus aria-hidden="true" />
            New field
          </Button>
          {slot.kind === "new-field" && !full && (
            <p className="text-sm text-text-muted">Click a value in the payload to add it as a field.</p>
          )}
        </div>
      </Labelled>
      <details open={hasRules(card)} className="group rounded-xl border">
        <summary className="min-h-9 cursor-pointer select-none px-3 py-2 font-medium text-sm">More</summary>
        <div className="flex flex-col gap-4 px-3 pt-1 pb-4">
          {hasConditions && (
            <Labelled label="Only for requests where">
              <ConditionsEditor
                label="Only for requests"
                conditions={card.when}
                selected={slot.kind === "condition" && slot.of.part === "when" ? slot.index : null}
                onSelect={(index) => select({ kind: "condition", of: { part: "when" }, index })}
                onChange={(when, kind) => edit((before) => ({ ...before, when }), undefined, kind)}
              />
            </Labelled>
          )}
          <SkipEditor card={card} slot={slot} select={select} edit={edit} />
          <Labelled label="Thread key" hint="Cards with the same key go to one thread.">
            {text("Thread key", { part: "threadKey" })}
          </Labelled>
          <Labelled label="Update key" hint="A later card with the same key replaces the earlier one for seven days.">
            {text("Update key", { part: "updateKey" })}
          </Labelled>
          {Object.keys(card.rest).length > 0 && (
            <p className="text-sm text-text-muted">
              The file also sets {Object.keys(card.rest).join(", ")}. Edit the file to change that.
            </p>
          )}
        </div>
      </details>
    </div>
  );
}

function hasRules({ when, skip }: WebhookCard): boolean {
  return when.length > 0 || skip.kind === "template" || skip.choices.length > 0;
}

function isSelected(slot: Slot, of: TextOf): boolean {
  if (slot.kind !== "text" || slot.of.part !== of.part) return false;
  return !("field" in of) || ("field" in slot.of && slot.of.field === of.field);
}

type SkipEditorProps = {
  card: WebhookCard;
  slot: Slot;
  select: (slot: Slot) => void;
  edit: (change: (card: WebhookCard) => WebhookCard, slot?: Slot, kind?: string) => void;
};

/** Edits for which requests nothing is posted. */
function SkipEditor({ card: { skip }, slot, select, edit }: SkipEditorProps) {
  if (skip.kind === "template") {
    return (
      <TextField
        label="Post nothing if this gives a text"
        value={skip.template}
        hint="A template that the form can't show. The text is the reason in the delivery log."
        onChange={(event) =>
          edit((card) => ({ ...card, skip: { kind: "template", template: event.target.value } }), undefined, "skip")
        }
        className="[&_input]:font-mono"
      />
    );
  }
  const set = (choices: typeof skip.choices, next?: Slot, kind?: string) =>
    edit((card) => ({ ...card, skip: { kind: "rules", choices } }), next, kind);
  return (
    <Labelled label="Post nothing when">
      <div className="flex flex-col items-start gap-2">
        {skip.choices.map((choice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: choices have nothing else that tells them apart.
          <div key={index} className="flex w-full flex-wrap items-center gap-1.5">
            <ConditionsEditor
              label={`Post nothing ${index + 1}`}
              conditions={choice.when}
              selected={
                slot.kind === "condition" && slot.of.part === "skip" && slot.of.choice === index ? slot.index : null
              }
              onSelect={(at) => select({ kind: "condition", of: { part: "skip", choice: index }, index: at })}
              onChange={(when: Condition[], kind) =>
                edit((card) => withConditions(card, { part: "skip", choice: index }, when), undefined, kind)
              }
            />
            <IconButton
              label={`Remove rule ${index + 1} for posting nothing`}
              icon={<X />}
              onClick={() => set(skip.choices.toSpliced(index, 1), { kind: "new-field" })}
            />
          </div>
        ))}
        <Button
          size="small"
          variant="ghost"
          onClick={() =>
            set([...skip.choices, { when: [], gives: "" }], {
              kind: "condition",
              of: { part: "skip", choice: skip.choices.length },
              index: 0,
            })
          }
        >
          <Plus aria-hidden="true" />
          Post nothing when…
        </Button>
      </div>
    </Labelled>
  );
}

type LabelledProps = { label: string; hint?: string; aside?: ReactNode; children: ReactNode };

/** A visible heading over controls that have names of their own. */
function Labelled({ label, hint, aside, children }: LabelledProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span aria-hidden="true" className="font-medium text-sm">
          {label}
        </span>
        {aside}
      </div>
      {children}
      {hint && <p className="text-sm text-text-muted">{hint}</p>}
    </div>
  );
}
