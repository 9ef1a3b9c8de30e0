"use client";

import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { SelectField } from "@/components/ui/controls/select-field";
import { Plus } from "@/components/ui/icons/icons";
import { Rows2 } from "@/components/ui/icons/more-icons";
import { moved, OrderButtons, without } from "@/components/webhooks/builder/controls";
import type { CardField, CardOfModel } from "@/lib/webhooks/interpret/own-cards/model";
import { nameOfValue } from "@/lib/webhooks/interpret/own-cards/values";
import { MOST_FIELDS, type Slot, type TextOf, wordsOf } from "./edit";
import { Labelled } from "./labelled";

const KINDS: { value: CardField["kind"]; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "code", label: "Code" },
  { value: "link", label: "Link" },
  { value: "number", label: "Number" },
  { value: "duration", label: "Duration" },
  { value: "bytes", label: "Size" },
  { value: "money", label: "Money" },
  { value: "person", label: "Person" },
  { value: "time", label: "Time" },
];

type FieldsEditorProps = {
  card: CardOfModel;
  slot: Slot;
  text: (of: TextOf, placeholder?: string) => ReactNode;
  select: (slot: Slot) => void;
  edit: (change: (card: CardOfModel) => CardOfModel, slot?: Slot) => void;
};

/** Edits a card's fields: the name, the value and the kind of each. */
export function FieldsEditor({ card, slot, text, select, edit }: FieldsEditorProps) {
  const id = useId();
  const full = card.fields.length >= MOST_FIELDS;
  const change = (index: number, field: CardField) =>
    edit((before) => ({ ...before, fields: before.fields.with(index, field) }));
  return (
    <Labelled
      label="Fields"
      aside={<span className="text-text-muted text-xs tabular-nums">{`${card.fields.length} of ${MOST_FIELDS}`}</span>}
    >
      <div className="flex flex-col gap-2">
        {card.fields.map((field, index) => {
          const name = wordsOf(field.name).trim() || `Field ${index + 1}`;
          return (
            <fieldset
              // biome-ignore lint/suspicious/noArrayIndexKey: fields have nothing else that tells them apart.
              key={index}
              aria-label={`Field ${index + 1}`}
              className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-start gap-1.5 @xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
            >
              <div className="@max-xl:col-start-1">{text({ part: "name", field: index }, "Name")}</div>
              <div className="@max-xl:col-start-1">{text({ part: "value", field: index }, "Value")}</div>
              <div className="flex @max-xl:col-start-2 @max-xl:row-span-2 @max-xl:row-start-1">
                <SelectField
                  label={`Kind of ${name}`}
                  hideLabel
                  value={field.kind}
                  options={KINDS}
                  onChange={(event) => {
                    const kind = KINDS.find(({ value }) => value === event.target.value)?.value ?? "text";
                    change(index, { ...field, kind });
                  }}
                  className="w-24"
                />
                <IconButton
                  label={`${name} on a line of its own`}
                  tip="On a line of its own"
                  icon={<Rows2 />}
                  aria-pressed={!field.inline}
                  className={field.inline ? "" : "bg-surface-selected text-text!"}
                  onClick={() => change(index, { ...field, inline: !field.inline })}
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
                  A field for each of <code className="font-mono">{nameOfValue(field.each)}</code>
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
  );
}
