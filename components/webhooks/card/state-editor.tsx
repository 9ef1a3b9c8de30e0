"use client";

import { clsx } from "clsx";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { ChevronDown, Plus } from "@/components/ui/icons/icons";
import { X } from "@/components/ui/icons/more-icons";
import { canBeOpen, TONE_COLORS } from "@/lib/messages/cards/tones";
import { STATE_TONES, type StateTone } from "@/lib/messages/dto";
import type { CardOfModel, Condition, Scalar, StateRule } from "@/lib/webhooks/interpret/own-cards/model";
import { stateOfValue } from "@/lib/webhooks/interpret/own-cards/states";
import { nameOfValue, valueAtPath } from "@/lib/webhooks/interpret/own-cards/values";
import { ConditionsEditor } from "./conditions-editor";
import { type ConditionsOf, type Slot, withConditions, withStatesFor } from "./edit";
import { type Seen, seenAt } from "./seen";

const TONES: Record<StateTone, string> = {
  good: "Good",
  bad: "Bad",
  warning: "Warning",
  progress: "In progress",
  done: "Done",
  none: "Neutral",
};

const MOST_RULES = 50;

type StateEditorProps = {
  card: CardOfModel;
  payload: unknown;
  seen: Seen;
  slot: Slot;
  select: (slot: Slot) => void;
  edit: (change: (card: CardOfModel) => CardOfModel, slot?: Slot, kind?: string) => void;
};

/** Edits which state each request's value says: its word, its tone, and whether something that follows can end it. */
export function StateEditor({ card, payload, seen, slot, select, edit }: StateEditorProps) {
  const { value, rules, others } = card.state;
  const isSelected = slot.kind === "state";
  const known = new Set(rules.map(({ when: [first] }) => (first?.is ? `${first.than}` : null)));
  const also = value ? seenAt(seen, card, value).filter((each) => !known.has(`${each}`)) : [];
  const setRules = (next: StateRule[], nextSlot?: Slot, kind?: string) =>
    edit((before) => ({ ...before, state: { ...before.state, rules: next } }), nextSlot, kind);
  const addRule = () => {
    const [own, always] = [rules.filter(({ when }) => when.length > 0), rules.filter(({ when }) => when.length === 0)];
    const slotOfIt: Slot = { kind: "condition", of: { part: "state", rule: own.length }, index: 0 };
    setRules([...own, { when: [], word: "", tone: "none", open: false }, ...always], slotOfIt);
  };
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-1.5">
        <button
          type="button"
          aria-pressed={isSelected}
          aria-label={value ? `State: ${nameOfValue(value)}. Choose another value` : "Choose a value for the state"}
          onClick={() => select({ kind: "state" })}
          className={clsx(
            "target-y max-w-full truncate rounded-md border px-2",
            isSelected ? "border-accent ring-1 ring-accent" : "border-border-strong",
            value ? "bg-surface-selected font-medium font-mono text-xs" : "border-dashed text-text-muted",
          )}
        >
          {value ? nameOfValue(value) : isSelected ? "Click a value in the payload" : "Choose a value that says it"}
        </button>
        {value?.root === "payload" && <Said value={valueAtPath(payload, value.path)} />}
        {value && (
          <IconButton
            label="Remove the state's value"
            icon={<X />}
            onClick={() => edit((before) => ({ ...before, state: { ...before.state, value: null } }))}
          />
        )}
      </div>
      {rules.map((rule, index) => (
        <RuleEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have nothing else that tells them apart.
          key={index}
          index={index}
          rule={rule}
          slot={slot}
          select={select}
          setConditions={(when, kind) =>
            edit((before) => withConditions(before, { part: "state", rule: index }, when), undefined, kind)
          }
          change={(next, kind) => setRules(rules.with(index, next), undefined, kind)}
          remove={() => setRules(rules.toSpliced(index, 1), { kind: "new-field" })}
        />
      ))}
      {value && also.length > 0 && rules.length < MOST_RULES && (
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="text-text-muted">Also in the log:</span>
          {also.slice(0, 12).map((each: Scalar) => (
            <Button
              key={`${each}`}
              size="small"
              aria-label={`Add a state for ${each}`}
              onClick={() => edit((before) => withStatesFor(before, value, [each]))}
            >
              {`${each}`}
            </Button>
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        {value && (
          <>
            <span className="text-text-muted">Other values</span>
            <ToneSelect
              label="Other values"
              value={others}
              byWord
              choose={(next) => edit((before) => ({ ...before, state: { ...before.state, others: next } }))}
            />
          </>
        )}
        {rules.length < MOST_RULES && (
          <Button size="small" variant="ghost" onClick={addRule}>
            <Plus aria-hidden="true" />
            State when…
          </Button>
        )}
      </div>
    </div>
  );
}

function Said({ value }: { value: unknown }) {
  const said = stateOfValue(value);
  return said && <span className="truncate text-text-muted">{`says ${said.word}`}</span>;
}

type RuleEditorProps = {
  index: number;
  rule: StateRule;
  slot: Slot;
  select: (slot: Slot) => void;
  setConditions: (when: Condition[], kind?: string) => void;
  change: (rule: StateRule, kind?: string) => void;
  remove: () => void;
};

function RuleEditor({ index, rule, slot, select, setConditions, change, remove }: RuleEditorProps) {
  const { when, word, tone, open } = rule;
  const of: ConditionsOf = { part: "state", rule: index };
  const isHere = slot.kind === "condition" && slot.of.part === "state" && slot.of.rule === index;
  // A word for all requests would be said of what goes well and what doesn't.
  const isAlways = when.length === 0 && !isHere;
  const name = `state ${index + 1}`;
  return (
    <fieldset aria-label={`State ${index + 1}`} className="flex flex-wrap items-center gap-1.5">
      <ToneSelect
        label={`Tone of ${name}`}
        value={tone}
        choose={(next) => next !== "word" && change({ ...rule, tone: next, open: canBeOpen(next) })}
      />
      {isAlways ? (
        <span className="text-text-muted">for all other requests</span>
      ) : (
        <>
          <input
            aria-label={`Word of ${name}`}
            value={word}
            maxLength={40}
            placeholder="Its value"
            disabled={when.length === 0}
            onChange={(event) => change({ ...rule, word: event.target.value }, name)}
            className="target-y w-32 min-w-0 rounded-md border border-border-strong bg-surface-raised px-2 hover:border-text-muted"
          />
          <span className="text-text-muted">when</span>
          <ConditionsEditor
            label={word || name}
            conditions={when}
            selected={isHere ? slot.index : null}
            onSelect={(at) => select({ kind: "condition", of, index: at })}
            onChange={setConditions}
          />
        </>
      )}
      {canBeOpen(tone) && (
        <label className="flex target-y items-center gap-1.5">
          <input
            type="checkbox"
            checked={!open}
            aria-label={`${word || name} is over: nothing follows`}
            onChange={(event) => change({ ...rule, open: !event.target.checked })}
            className="accent-(--accent)"
          />
          Over
        </label>
      )}
      <IconButton label={`Remove ${name}`} icon={<X />} onClick={remove} />
    </fieldset>
  );
}

type ToneSelectProps = {
  label: string;
  value: StateTone | "word";
  /** Whether the tone can be that of the value's word. */
  byWord?: boolean;
  choose: (tone: StateTone | "word") => void;
};

function ToneSelect({ label, value, byWord = false, choose }: ToneSelectProps) {
  const color = value === "word" ? undefined : `#${TONE_COLORS[value].toString(16).padStart(6, "0")}`;
  return (
    <span className="relative inline-flex items-center">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute start-2.5 size-2.5 rounded-full border border-border-strong"
        style={{ background: color }}
      />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => choose(STATE_TONES.find((tone) => tone === event.target.value) ?? "word")}
        className="target-y appearance-none rounded-md border border-border-strong bg-surface-raised ps-7 pe-7 text-sm hover:border-text-muted"
      >
        {byWord && <option value="word">By their word</option>}
        {STATE_TONES.map((tone) => (
          <option key={tone} value={tone}>
            {TONES[tone]}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-2 size-3.5 text-text-muted" />
    </span>
  );
}
