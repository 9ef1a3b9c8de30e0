"use client";

import { Button } from "@/components/ui/controls/button";
import { Switch } from "@/components/ui/controls/switch";
import { Plus } from "@/components/ui/icons/icons";
import { payloadLimits } from "@/lib/webhooks/schema";
import { Group, LimitedText, moved, OrderButtons, without } from "./controls";
import { type FieldDraft, newField } from "./draft";
import type { ProblemOf } from "./problems";

type FieldsEditorProps = {
  id: string;
  fields: FieldDraft[];
  onChange: (fields: FieldDraft[]) => void;
  /** Takes paths that start with "fields". */
  problemOf: ProblemOf;
};

const { fields: MOST, fieldName, fieldValue } = payloadLimits.embed;

/** Edits an embed's fields. */
export function FieldsEditor({ id, fields, onChange, problemOf }: FieldsEditorProps) {
  const full = fields.length >= MOST;
  return (
    <Group name="Fields">
      {fields.map((field, index) => {
        const change = (part: Partial<FieldDraft>) => onChange(fields.with(index, { ...field, ...part }));
        return (
          <fieldset key={field.key} className="rounded-lg border border-border p-3">
            <legend className="sr-only">{`Field ${index + 1}`}</legend>
            <div className="flex items-center justify-between gap-2 pb-1">
              <span aria-hidden="true" className="text-sm text-text-muted">{`Field ${index + 1}`}</span>
              <OrderButtons
                name={`field ${index + 1}`}
                id={`field-${field.key}`}
                first={index === 0}
                last={index === fields.length - 1}
                onMove={(by) => onChange(moved(fields, index, by))}
                onRemove={() => onChange(without(fields, index))}
                afterRemove={`${id}-add-field`}
              />
            </div>
            <div className="flex flex-col gap-3">
              <LimitedText
                label="Name"
                value={field.name}
                limit={fieldName}
                problem={problemOf(`fields[${index}].name`)}
                onChange={(name) => change({ name })}
              />
              <LimitedText
                label="Value"
                value={field.value}
                limit={fieldValue}
                rows={2}
                problem={problemOf(`fields[${index}].value`)}
                onChange={(value) => change({ value })}
              />
              <Switch label="Inline" checked={field.inline} onCheckedChange={(inline) => change({ inline })} />
            </div>
          </fieldset>
        );
      })}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          id={`${id}-add-field`}
          size="small"
          aria-disabled={full}
          onClick={() => full || onChange([...fields, newField()])}
        >
          <Plus aria-hidden="true" />
          Add field
        </Button>
        {full && <span className="text-sm text-text-muted">{`An embed can have at most ${MOST} fields.`}</span>}
      </div>
      {problemOf("fields") && <p className="text-danger text-sm">{problemOf("fields")}</p>}
    </Group>
  );
}
