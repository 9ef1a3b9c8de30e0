"use client";

import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Plus } from "@/components/ui/icons/icons";
import { X } from "@/components/ui/icons/more-icons";
import type { CardOfModel } from "@/lib/webhooks/interpret/own-cards/model";
import { nameOfValue } from "@/lib/webhooks/interpret/own-cards/values";
import { ConditionsEditor } from "./conditions-editor";
import {
  eachOfChip,
  MOST_LINKS,
  type Slot,
  type TextOf,
  takesMarkdown,
  textAt,
  withConditions,
  withText,
} from "./edit";
import { FieldsEditor } from "./fields-editor";
import { textName } from "./form-state";
import { Labelled } from "./labelled";
import { type Seen, titleWarning } from "./seen";
import { StateEditor } from "./state-editor";
import { TextEditor } from "./text-editor";
import type { EditorAction } from "./use-card-editor";

type CardFormProps = {
  card: CardOfModel;
  payload: unknown;
  seen: Seen;
  slot: Slot;
  dispatch: (action: EditorAction) => void;
};

/** Edits one card: what it shows, and for which requests. */
export function CardForm({ card, payload, seen, slot, dispatch }: CardFormProps) {
  const edit: Edit = (change, next, kind) =>
    dispatch({ type: "edit", change, ...(next && { slot: next }), ...(kind && { kind }) });
  const select = (next: Slot) => dispatch({ type: "select", slot: next });
  const text = (of: TextOf, placeholder?: string) => (
    <TextEditor
      label={textName(of, card)}
      template={textAt(card, of)}
      payload={payload}
      isMarkdown={takesMarkdown(of)}
      selected={slot.kind === "text" && JSON.stringify(slot.of) === JSON.stringify(of)}
      {...(placeholder && { placeholder })}
      onSelect={(caret, lines) => select({ kind: "text", of, lines, caret })}
      onChange={(template, kind) => edit((before) => withText(before, of, template), undefined, kind)}
      {...(of.part === "value" && { onEach: (part: number) => edit((before) => eachOfChip(before, of.field, part)) })}
    />
  );
  const one = (of: TextOf, placeholder?: string, hint?: string) => (
    <Labelled label={textName(of, card)} {...(hint && { hint })}>
      {text(of, placeholder)}
    </Labelled>
  );
  const warning = titleWarning(card, seen);
  return (
    <div className="flex flex-col gap-4">
      {one({ part: "subject" }, "What it's about, without its state")}
      {warning && (
        <p role="status" className="rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
          {warning}
        </p>
      )}
      <Labelled label="State">
        <StateEditor card={card} payload={payload} seen={seen} slot={slot} select={select} edit={edit} />
      </Labelled>
      {one({ part: "event" }, "What happened, if it isn't a state")}
      {one({ part: "place", index: 0 }, "Where: a repository, a project, a service")}
      {(card.place[0]?.length ?? 0) > 0 && one({ part: "place", index: 1 }, "Optional, such as an environment")}
      {one({ part: "url" }, "Where the title leads")}
      {one({ part: "summary" }, "One line that says more")}
      {one({ part: "body" }, "Optional. Markdown.")}
      <FieldsEditor card={card} slot={slot} text={text} select={select} edit={edit} />
      <details open={hasRules(card)} className="group rounded-xl border">
        <summary className="min-h-9 cursor-pointer select-none px-3 py-2 font-medium text-sm pointer-coarse:min-h-11 pointer-coarse:py-3">
          More
        </summary>
        <div className="flex flex-col gap-4 px-3 pt-1 pb-4">
          <Labelled label="Only for requests where">
            <ConditionsEditor
              label="Only for requests"
              conditions={card.when}
              selected={slot.kind === "condition" && slot.of.part === "when" ? slot.index : null}
              onSelect={(index) => select({ kind: "condition", of: { part: "when" }, index })}
              onChange={(when, kind) => edit((before) => ({ ...before, when }), undefined, kind)}
            />
          </Labelled>
          <SkipEditor card={card} slot={slot} select={select} edit={edit} />
          <EachEditor card={card} slot={slot} select={select} edit={edit} />
          <LinksEditor card={card} text={text} edit={edit} />
          {one({ part: "person", of: "name" }, "Who did it")}
          {card.person.name.length > 0 && one({ part: "person", of: "url" })}
          {card.person.name.length > 0 && one({ part: "person", of: "icon" })}
          {one({ part: "at" }, "A time")}
          {one({ part: "startedAt" }, "A time")}
          {one({ part: "endedAt" }, "A time")}
          {one({ part: "severity" }, "critical, high, medium or low")}
          {one({ part: "image" }, "An image's address")}
          {one({ part: "thumbnail" }, "An image's address")}
          {one({ part: "footer" })}
          {one({ part: "threadKey" }, undefined, "Cards with the same key go to one thread.")}
          {one(
            { part: "updateKey" },
            undefined,
            "A later card with the same key replaces the earlier one for seven days. Only a card with such a key can be open.",
          )}
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={card.keepsFields}
              onChange={(event) => edit((before) => ({ ...before, keepsFields: event.target.checked }))}
              className="accent-(--accent)"
            />
            A good state keeps the fields of the card that it replaces
          </label>
        </div>
      </details>
    </div>
  );
}

type Edit = (change: (card: CardOfModel) => CardOfModel, slot?: Slot, kind?: string) => void;

function hasRules({ when, skip, each }: CardOfModel): boolean {
  return when.length > 0 || skip.length > 0 || each !== null;
}

type PartProps = { card: CardOfModel; slot: Slot; select: (slot: Slot) => void; edit: Edit };

/** Edits for which requests nothing is posted, where the webhook's rules can't say it. New ones are rules. */
function SkipEditor({ card: { skip }, slot, select, edit }: PartProps) {
  if (skip.length === 0) return null;
  return (
    <Labelled label="Post nothing when" hint="Saving makes rules of these where rules can say the same.">
      <div className="flex flex-col items-start gap-2">
        {skip.map((when, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have nothing else that tells them apart.
          <div key={index} className="flex w-full flex-wrap items-center gap-1.5">
            <ConditionsEditor
              label={`Post nothing ${index + 1}`}
              conditions={when}
              selected={
                slot.kind === "condition" && slot.of.part === "skip" && slot.of.rule === index ? slot.index : null
              }
              onSelect={(at) => select({ kind: "condition", of: { part: "skip", rule: index }, index: at })}
              onChange={(next, kind) =>
                edit((card) => withConditions(card, { part: "skip", rule: index }, next), undefined, kind)
              }
            />
            <IconButton
              label={`Remove rule ${index + 1} for posting nothing`}
              icon={<X />}
              onClick={() => edit((card) => ({ ...card, skip: skip.toSpliced(index, 1) }), { kind: "new-field" })}
            />
          </div>
        ))}
      </div>
    </Labelled>
  );
}

/** Edits the list of whose items each becomes a card. */
function EachEditor({ card: { each }, slot, select, edit }: PartProps) {
  const isSelected = slot.kind === "each";
  return (
    <Labelled label="A card for each" hint="For requests that report several things at once, such as a list of alerts.">
      <div className="flex flex-wrap items-center gap-1.5">
        <Button size="small" aria-pressed={isSelected} onClick={() => select({ kind: "each" })}>
          {isSelected ? "Click a list in the payload" : each ? nameOfValue(each) : "Choose a list"}
        </Button>
        {each && (
          <IconButton
            label="One card for the whole request"
            icon={<X />}
            onClick={() => edit((card) => ({ ...card, each: null }), { kind: "new-field" })}
          />
        )}
      </div>
    </Labelled>
  );
}

type LinksEditorProps = { card: CardOfModel; text: (of: TextOf, placeholder?: string) => ReactNode; edit: Edit };

/** Edits the pages that belong to the card's thing. */
function LinksEditor({ card: { links }, text, edit }: LinksEditorProps) {
  const id = useId();
  return (
    <Labelled label="Links" hint="Pages that belong to it, such as a runbook.">
      <div className="flex flex-col gap-2">
        {links.map((_, index) => (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: links have nothing else that tells them apart.
            key={index}
            aria-label={`Link ${index + 1}`}
            className="grid min-w-0 grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-1.5"
          >
            {text({ part: "label", link: index }, "Label")}
            {text({ part: "address", link: index }, "Address")}
            <IconButton
              label={`Remove link ${index + 1}`}
              icon={<X />}
              onClick={() =>
                edit((card) => ({ ...card, links: card.links.toSpliced(index, 1) }), { kind: "new-field" })
              }
            />
          </fieldset>
        ))}
        {links.length < MOST_LINKS && (
          <Button
            id={`${id}-add`}
            size="small"
            variant="ghost"
            className="self-start"
            onClick={() =>
              edit((card) => ({ ...card, links: [...card.links, { label: [], url: [] }] }), {
                kind: "text",
                of: { part: "address", link: links.length },
                lines: null,
                caret: null,
              })
            }
          >
            <Plus aria-hidden="true" />
            New link
          </Button>
        )}
      </div>
    </Labelled>
  );
}
