"use client";

import { clsx } from "clsx";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { TextField } from "@/components/ui/controls/text-field";
import { ChevronDown, Plus } from "@/components/ui/icons/icons";
import { X } from "@/components/ui/icons/more-icons";
import { asText, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { ConditionsEditor } from "./conditions-editor";
import type { ConditionsOf, Slot } from "./edit";
import { type Condition, writeValue } from "./liquid";
import { valueAt } from "./payload-tree";
import type { BaseColor, Color } from "./rules";

const NAMES = ["green", "red", "amber", "blue", "purple", "grey"] as const;
const LABELS: Record<string, string> = {
  "": "None",
  green: "Green",
  red: "Red",
  amber: "Amber",
  blue: "Blue",
  purple: "Purple",
  grey: "Gray",
};
/** The colors that cards have, as in `description.ts`. */
const SHOWN: Record<string, string> = {
  green: "#1a7f37",
  red: "#cf222e",
  amber: "#bf8700",
  blue: "#0969da",
  purple: "#8250df",
  grey: "#6e7781",
};

type ColorEditorProps = {
  color: Color;
  payload: unknown;
  slot: Slot;
  select: (slot: Slot) => void;
  change: (color: Color, slot?: Slot, kind?: string) => void;
};

/** Edits a card's color: one by name, that of a state, or by conditions. */
export function ColorEditor({ color, payload, slot, select, change }: ColorEditorProps) {
  if (color.kind === "template") {
    return (
      <TextField
        label="Color"
        hideLabel
        value={color.template}
        hint="A template that the form can't show."
        onChange={(event) => change({ kind: "template", template: event.target.value }, undefined, "color")}
        className="[&_input]:font-mono"
      />
    );
  }
  const { choices, base } = color;
  const setChoices = (next: typeof choices, nextSlot?: Slot, kind?: string) =>
    change({ ...color, choices: next }, nextSlot, kind);
  return (
    <div className="flex flex-col gap-2">
      {choices.map((choice, index) => {
        const of: ConditionsOf = { part: "color", choice: index };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: choices have nothing else that tells them apart.
          <div key={index} className="flex flex-wrap items-center gap-1.5 text-sm">
            <ColorSelect
              label={`Color ${index + 1}`}
              value={choice.gives}
              choose={(gives) => setChoices(choices.with(index, { ...choice, gives }))}
            />
            <span className="text-text-muted">when</span>
            <ConditionsEditor
              label={LABELS[choice.gives] ?? choice.gives}
              conditions={choice.when}
              selected={
                slot.kind === "condition" && slot.of.part === "color" && slot.of.choice === index ? slot.index : null
              }
              onSelect={(at) => select({ kind: "condition", of, index: at })}
              onChange={(when: Condition[], kind) =>
                setChoices(choices.with(index, { ...choice, when }), undefined, kind)
              }
            />
            <IconButton
              label={`Remove color ${index + 1}`}
              icon={<X />}
              onClick={() => setChoices(choices.toSpliced(index, 1), { kind: "new-field" })}
            />
          </div>
        );
      })}
      <div className="flex flex-wrap items-center gap-1.5 text-sm">
        <BaseEditor
          base={base}
          payload={payload}
          isOtherwise={choices.length > 0}
          selected={slot.kind === "state"}
          select={() => select({ kind: "state" })}
          change={(next) => change({ ...color, base: next })}
        />
        <Button
          size="small"
          variant="ghost"
          onClick={() =>
            setChoices([...choices, { when: [], gives: choices.length === 0 ? "red" : "green" }], {
              kind: "condition",
              of: { part: "color", choice: choices.length },
              index: 0,
            })
          }
        >
          <Plus aria-hidden="true" />
          Color when…
        </Button>
      </div>
    </div>
  );
}

type BaseEditorProps = {
  base: BaseColor;
  payload: unknown;
  isOtherwise: boolean;
  selected: boolean;
  select: () => void;
  change: (base: BaseColor) => void;
};

/** The color when no condition holds. */
function BaseEditor({ base, payload, isOtherwise, selected, select, change }: BaseEditorProps) {
  const label = isOtherwise ? "Otherwise" : "Color";
  const value = base.kind === "state" ? valueAt(payload, base.value.path) : undefined;
  const found = asText(plainFilters.color?.(value));
  return (
    <>
      {isOtherwise && <span className="text-text-muted">Otherwise</span>}
      <ColorSelect
        label={label}
        value={base.kind === "name" ? base.name : STATE}
        hasState
        stateColor={base.kind === "state" ? found || base.otherwise : ""}
        choose={(name) => {
          if (name !== STATE) change({ kind: "name", name });
          else select();
        }}
      />
      {(base.kind === "state" || selected) && (
        <button
          type="button"
          aria-pressed={selected}
          aria-label={
            base.kind === "state"
              ? `State: ${writeValue(base.value)}. Choose another value`
              : "Choose a value for the state"
          }
          onClick={select}
          className={clsx(
            "min-h-8 max-w-full truncate rounded-md border px-2",
            selected ? "border-accent ring-1 ring-accent" : "border-border-strong",
            base.kind === "state"
              ? "bg-surface-selected font-medium font-mono text-xs"
              : "border-dashed text-text-muted",
          )}
        >
          {base.kind === "state" ? writeValue(base.value) : "Click a value in the payload"}
        </button>
      )}
      {base.kind === "state" && (
        <span className="text-text-muted">
          {found === ""
            ? `${asText(value).slice(0, 30) || "It"} has no color of its own: ${(LABELS[base.otherwise] ?? base.otherwise).toLowerCase()}`
            : `${asText(value).slice(0, 30)} is ${(LABELS[found] ?? found).toLowerCase()}`}
        </span>
      )}
    </>
  );
}

const STATE = "state";

type ColorSelectProps = {
  label: string;
  value: string;
  hasState?: boolean;
  stateColor?: string;
  choose: (name: string) => void;
};

function ColorSelect({ label, value, hasState = false, stateColor = "", choose }: ColorSelectProps) {
  const isNamed = value === STATE || value in LABELS;
  return (
    <span className="relative inline-flex items-center">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute start-2.5 size-2.5 rounded-full border border-border-strong"
        style={{ background: SHOWN[value === STATE ? stateColor : value] ?? (isNamed ? undefined : value) }}
      />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className="min-h-8 appearance-none rounded-md border border-border-strong bg-surface-raised ps-7 pe-7 text-sm hover:border-text-muted"
      >
        <option value="">None</option>
        {hasState && <option value={STATE}>By a state</option>}
        {NAMES.map((name) => (
          <option key={name} value={name}>
            {LABELS[name]}
          </option>
        ))}
        {!isNamed && <option value={value}>{value}</option>}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-2 size-3.5 text-text-muted" />
    </span>
  );
}
