"use client";

import { clsx } from "clsx";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Plus } from "@/components/ui/icons/icons";
import { X } from "@/components/ui/icons/more-icons";
import type { Condition, Scalar } from "@/lib/webhooks/interpret/own-cards/model";
import { nameOfValue } from "@/lib/webhooks/interpret/own-cards/values";

type ConditionsEditorProps = {
  /** What they decide, such as "Red". */
  label: string;
  conditions: readonly Condition[];
  /** The index of the condition that the next value goes into, or null. */
  selected: number | null;
  onSelect: (index: number) => void;
  onChange: (conditions: Condition[], kind?: string) => void;
};

/** Edits conditions that all have to hold. Their values come from the payload. */
export function ConditionsEditor({ label, conditions, selected, onSelect, onChange }: ConditionsEditorProps) {
  const isAdding = selected === conditions.length || conditions.length === 0;
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 text-sm">
      {conditions.map((condition, index) => (
        <ConditionEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have nothing else that tells them apart.
          key={index}
          label={`${label}, condition ${index + 1}`}
          joined={index > 0}
          condition={condition}
          selected={selected === index}
          onSelect={() => onSelect(index)}
          onChange={(next, kind) => onChange(conditions.with(index, next), kind)}
          onRemove={() => onChange(conditions.toSpliced(index, 1))}
        />
      ))}
      {isAdding ? (
        <button
          type="button"
          aria-pressed={selected === conditions.length}
          onClick={() => onSelect(conditions.length)}
          className={clsx(
            "target-y rounded-md border border-dashed px-2 text-text-muted",
            selected === conditions.length ? "border-accent ring-1 ring-accent" : "border-border-strong",
          )}
        >
          {conditions.length > 0 && "and "}Click a value in the payload
        </button>
      ) : (
        <IconButton
          label={`Add a condition for ${label.toLowerCase()}`}
          icon={<Plus />}
          onClick={() => onSelect(conditions.length)}
        />
      )}
    </div>
  );
}

type ConditionEditorProps = {
  label: string;
  joined: boolean;
  condition: Condition;
  selected: boolean;
  onSelect: () => void;
  onChange: (condition: Condition, kind?: string) => void;
  onRemove: () => void;
};

function ConditionEditor({ label, joined, condition, selected, onSelect, onChange, onRemove }: ConditionEditorProps) {
  const { value, is, than } = condition;
  return (
    <fieldset
      aria-label={label}
      className={clsx(
        "flex min-w-0 items-center rounded-md border",
        selected ? "border-accent ring-1 ring-accent" : "border-border-strong",
      )}
    >
      <button
        type="button"
        aria-label={`${joined ? "and " : ""}${nameOfValue(value)}: choose another value`}
        aria-pressed={selected}
        onClick={onSelect}
        className="target-y min-w-0 truncate rounded-s-md bg-surface-selected px-2 font-medium font-mono text-xs"
      >
        {nameOfValue(value)}
      </button>
      <select
        aria-label="Compared"
        value={is ? "is" : "is not"}
        onChange={(event) => onChange({ ...condition, is: event.target.value === "is" })}
        className="target-y bg-transparent px-1"
      >
        <option value="is">is</option>
        <option value="is not">is not</option>
      </select>
      <input
        aria-label="Compared with"
        value={than === null ? "" : `${than}`}
        placeholder="empty"
        spellCheck={false}
        onFocus={onSelect}
        onChange={(event) => onChange({ ...condition, than: typed(event.target.value, than) }, label)}
        style={{ width: `${Math.min(24, Math.max(6, `${than ?? ""}`.length + 2))}ch` }}
        className="target-y min-w-0 bg-transparent px-1 font-mono text-xs outline-none"
      />
      <IconButton label={`Remove ${label.toLowerCase()}`} icon={<X />} onClick={onRemove} />
    </fieldset>
  );
}

/** Returns what was typed as a value of the kind that the payload has there. */
function typed(text: string, before: Scalar): Scalar {
  if (typeof before === "number" && text.trim() !== "" && !Number.isNaN(Number(text))) return Number(text);
  if (typeof before === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}
