"use client";

import { clsx } from "clsx";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/select-field";
import { Popover } from "@/components/ui/overlays/popover";
import type { Chip, ChipFilter, TemplatePart, Value } from "@/lib/webhooks/interpret/own-cards/model";
import { nameOfValue, valueAtPath } from "@/lib/webhooks/interpret/own-cards/values";
import { isAddress, partsOfFilters, STYLES, shownBy, showsFor } from "./chip-filters";
import { leavesOf } from "./leaves";

type ChipButtonProps = Omit<ComponentProps<"button">, "part"> & {
  part: Chip;
  payload: unknown;
  /** The name of the text that it's in. */
  label: string;
  isMarkdown: boolean;
  /** Whether a value of one item can become one of every item. */
  canRepeat: boolean;
  replace: (part: TemplatePart, kind?: string) => void;
  remove: () => void;
  onEach?: () => void;
};

/** A value of the payload within a text. Pressing it opens how it's shown; Backspace removes it. */
export function ChipButton(props: ChipButtonProps) {
  const { part, payload, label, isMarkdown, canRepeat, replace, remove, onEach, className, ...button } = props;
  const [open, setOpen] = useState(false);
  const name = nameOfValue(part.value);
  const value = valueFor(part.value, payload);
  const shown = shownBy(part, value);
  const isMissing = part.value.root === "payload" && value === undefined;
  return (
    <Popover
      label={`${name} in ${label}`}
      open={open}
      onOpenChange={setOpen}
      className="w-72 gap-3 overflow-y-auto p-3"
      trigger={
        <button
          type="button"
          {...button}
          aria-label={
            isMissing ? `${name}, not in this payload` : shown ? `${name}, shows ${shown.slice(0, 80)}` : name
          }
          title={shown || undefined}
          className={clsx(
            "mx-0.5 inline-flex min-h-6 max-w-full items-center gap-1 rounded-md px-1.5 font-medium font-mono text-xs ring-1 ring-inset transition-colors",
            isMissing
              ? "bg-warning-soft text-warning ring-warning/40"
              : "bg-surface-selected text-text ring-border-strong/60 hover:ring-accent",
            className,
          )}
        >
          <span className="truncate">{name}</span>
        </button>
      }
    >
      <ChipChoices {...{ part, payload, value, isMarkdown, canRepeat, replace, onEach }} />
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          setOpen(false);
          remove();
        }}
      >
        Remove
      </Button>
    </Popover>
  );
}

/** Returns the value that a chip shows. Those of rows and lines depend on the item. */
function valueFor({ root, path }: Value, payload: unknown): unknown {
  return root === "payload" ? valueAtPath(payload, path) : undefined;
}

type ChipChoicesProps = {
  part: Chip;
  payload: unknown;
  value: unknown;
  isMarkdown: boolean;
  canRepeat: boolean;
  replace: (part: TemplatePart, kind?: string) => void;
  onEach: (() => void) | undefined;
};

/** How a chip is shown, each with what it makes of the value at hand. */
function ChipChoices({ part, payload, value, isMarkdown, canRepeat, replace, onEach }: ChipChoicesProps) {
  const { show, style } = partsOfFilters(part);
  const shows = showsFor(value);
  const isKnown = shows.some((each) => same(each.filters, show));
  const index = part.value.root === "payload" ? part.value.path.findIndex((key) => typeof key === "number") : -1;
  const set = (nextShow: ChipFilter[], nextStyle: ChipFilter | null) =>
    replace({ ...part, filters: [...nextShow, ...(nextStyle ? [nextStyle] : [])] });
  return (
    <>
      <fieldset className="flex flex-col gap-0.5">
        <legend className="pb-1 font-medium text-sm">Show as</legend>
        {shows.map((each) => (
          <Choice
            key={each.label}
            name="show"
            label={each.label}
            shown={each.shown}
            checked={same(each.filters, show)}
            choose={() => set(each.filters, style)}
          />
        ))}
        {!isKnown && (
          <Choice
            name="show"
            label="As written"
            shown={show.map(({ name }) => name).join(", ")}
            checked
            choose={() => {}}
          />
        )}
      </fieldset>
      {isMarkdown && !Array.isArray(value) && (
        <SelectField
          label="Style"
          value={style?.name ?? ""}
          options={STYLES.map(({ name, label }) => ({ value: name, label }))}
          onChange={(event) => {
            const chosen = STYLES.find(({ name }) => name === event.target.value)?.name ?? "";
            const given = chosen === "link" ? (addressesIn(payload, part)[0]?.value ?? part.value) : undefined;
            set(show, chosen === "" ? null : { name: chosen, ...(given && { given }) });
          }}
        />
      )}
      {style?.name === "link" && (
        <SelectField
          label="Links to"
          value={typeof style.given === "object" ? nameOfValue(style.given) : ""}
          options={addressesIn(payload, part).map((each) => ({ value: each.name, label: each.name }))}
          onChange={(event) => {
            const given = addressesIn(payload, part).find(({ name }) => name === event.target.value)?.value;
            if (given) set(show, { name: "link", given });
          }}
        />
      )}
      {index >= 0 && canRepeat && (
        <div className="flex flex-col gap-1">
          <p className="font-medium text-sm">Of every item</p>
          <div className="flex flex-wrap gap-1.5">
            <Button size="small" onClick={() => replace(everyItem(part, index))}>
              A line each
            </Button>
            {onEach && (
              <Button size="small" onClick={onEach}>
                A field each
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function everyItem(chip: Chip, index: number): TemplatePart {
  const inside: Chip = { ...chip, value: { root: "line", path: chip.value.path.slice(index + 1) } };
  const list: Value = { root: "payload", path: chip.value.path.slice(0, index) };
  return { kind: "lines", list, parts: [{ kind: "text", text: "• " }, inside] };
}

/** The addresses that a link can lead to: those of the payload, and its own if it's another. */
function addressesIn(payload: unknown, chip: Chip): { name: string; value: Value }[] {
  const found = leavesOf(payload)
    .filter(({ value }) => isAddress(value))
    .map(({ path }): Value => ({ root: "payload", path }));
  const given = chip.filters.at(-1)?.given;
  const own = typeof given === "object" ? [given] : [];
  const all = [...own, ...found].map((value) => ({ name: nameOfValue(value), value }));
  return all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at);
}

function same(some: readonly ChipFilter[], others: readonly ChipFilter[]): boolean {
  return some.length === others.length && some.every(({ name }, at) => name === others[at]?.name);
}

type ChoiceProps = { name: string; label: string; shown: string; checked: boolean; choose: () => void };

function Choice({ name, label, shown, checked, choose }: ChoiceProps) {
  return (
    <label className="flex target-y cursor-pointer items-baseline gap-2 rounded-md px-1.5 py-1 text-sm hover:bg-surface-hover has-checked:bg-surface-selected">
      <input type="radio" name={name} checked={checked} onChange={choose} className="accent-(--accent)" />
      <span className="shrink-0">{label}</span>
      <span className="ms-auto min-w-0 truncate text-text-muted">{shown}</span>
    </label>
  );
}
