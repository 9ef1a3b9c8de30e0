"use client";

import { clsx } from "clsx";
import { type ReactNode, useMemo, useState } from "react";
import { SelectField } from "@/components/ui/controls/select-field";
import { TextField } from "@/components/ui/controls/text-field";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { sampleLabel } from "@/components/webhooks/log/sample-label";
import { oneLine } from "@/lib/text/text";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import type { RuleChoicesDto, RuleCondition } from "@/lib/webhooks/rules/model";
import { conditionOnFact, conditionOnValue, hasCondition, valueChoices } from "./draft";
import { conditionName } from "./rule-words";

/** A request to make conditions from. */
export type RuleSample = { id: string; choices: RuleChoicesDto };

type SamplePaneProps = {
  sample: RuleSample | null;
  /** Whether the request that was asked for is gone. */
  isGone: boolean;
  /** Requests to choose from. */
  samples: readonly DeliveryDto[];
  showSample: (deliveryId: string) => void;
  conditions: readonly RuleCondition[];
  /** Adds a condition, or removes it if it's there. */
  toggle: (condition: RuleCondition) => void;
};

/** A request's facts and values as buttons. Each adds a condition. */
export function SamplePane({ sample, isGone, samples, showSample, conditions, toggle }: SamplePaneProps) {
  const zone = useTimeZone();
  const [said, setSaid] = useState("");

  function press(condition: RuleCondition): void {
    const verb = hasCondition(conditions, condition) ? "Removed" : "Added";
    setSaid(`${verb}: ${conditionName(condition)}`);
    toggle(condition);
  }

  return (
    <section
      aria-labelledby="request"
      className="flex min-w-0 flex-col overflow-hidden rounded-xl border @4xl:sticky @4xl:top-0 @4xl:max-h-[calc(100dvh-8rem)]"
    >
      <div className="flex flex-col gap-2 border-b bg-surface-sunken p-3">
        <h3 id="request" className="font-semibold text-sm">
          Request
        </h3>
        {samples.length > 0 && (
          <SelectField
            label="Request to make the rule from"
            hideLabel
            value={sample?.id ?? ""}
            options={[
              ...(samples.some(({ id }) => id === sample?.id)
                ? []
                : [{ value: sample?.id ?? "", label: "This request" }]),
              ...samples.map((each) => ({ value: each.id, label: sampleLabel(each, zone) })),
            ]}
            onChange={({ target }) => showSample(target.value)}
          />
        )}
        {sample && <p className="text-sm text-text-muted">Click what the rule should look for.</p>}
        <p role="status" className="sr-only">
          {said}
        </p>
      </div>
      {sample ? (
        <Choices key={sample.id} choices={sample.choices} conditions={conditions} press={press} />
      ) : (
        <p className="text-balance px-4 py-8 text-center text-sm text-text-muted">
          {isGone
            ? "This request is no longer stored. Choose another one, or add a condition by hand."
            : "No stored requests yet. Send one to the webhook, then come back, or add a condition by hand."}
        </p>
      )}
    </section>
  );
}

type ChoicesProps = {
  choices: RuleChoicesDto;
  conditions: readonly RuleCondition[];
  press: (condition: RuleCondition) => void;
};

function Choices({ choices: { facts, values }, conditions, press }: ChoicesProps) {
  return (
    <div className="min-h-0 overflow-y-auto">
      {facts.length > 0 && (
        <ul aria-label="Facts" className="flex flex-wrap gap-1.5 p-3">
          {facts.map(({ fact, text }) => {
            const condition = conditionOnFact(fact, text);
            return (
              <li key={`${fact} ${text}`} className="min-w-0 max-w-full">
                <ChoiceButton
                  isUsed={hasCondition(conditions, condition)}
                  press={() => press(condition)}
                  className="max-w-full rounded-md border px-2"
                >
                  <span className="shrink-0 text-text-muted">{fact}</span>{" "}
                  <span className="min-w-0 truncate font-medium">{oneLine(text)}</span>
                </ChoiceButton>
              </li>
            );
          })}
        </ul>
      )}
      {values.length > 0 && <Values values={values} conditions={conditions} press={press} />}
    </div>
  );
}

const MANY = 12;

type ValuesProps = { values: RuleChoicesDto["values"] } & Pick<ChoicesProps, "conditions" | "press">;

function Values({ values: given, conditions, press }: ValuesProps) {
  const [search, setSearch] = useState("");
  const values = useMemo(() => valueChoices(given), [given]);
  const words = search.trim().toLowerCase();
  const found = values.filter(({ path, text }) => `${path.join(".")} ${text}`.toLowerCase().includes(words));
  return (
    <div className="border-t">
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 pt-3 pb-1">
        <h4 className="font-medium text-sm">Values of the payload</h4>
        {values.length > MANY && (
          <TextField
            label="Search values"
            hideLabel
            type="search"
            placeholder="Search"
            autoComplete="off"
            className="min-w-0 flex-1 basis-36"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
      </div>
      {found.length === 0 && <p className="px-3 py-2 text-sm text-text-muted">No value matches.</p>}
      <ul aria-label="Values of the payload" className="pb-1 @max-4xl:max-h-80 @max-4xl:overflow-y-auto">
        {found.map(({ path, text }) => {
          const condition = conditionOnValue(path, text);
          return (
            <li key={`${path.join(".")} ${text}`}>
              <ChoiceButton
                isUsed={hasCondition(conditions, condition)}
                press={() => press(condition)}
                className="w-full px-3 -outline-offset-2"
              >
                <span className="max-w-[60%] shrink-0 truncate font-mono text-text-muted text-xs">
                  {path.join(".")}
                </span>{" "}
                <span className="min-w-0 truncate">{oneLine(text)}</span>
              </ChoiceButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type ChoiceButtonProps = { isUsed: boolean; press: () => void; className: string; children: ReactNode };

function ChoiceButton({ isUsed, press, className, children }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isUsed}
      onClick={press}
      className={clsx(
        "flex min-h-8 items-baseline gap-2 py-1 text-start text-sm transition-colors pointer-coarse:min-h-11 pointer-coarse:items-center",
        isUsed ? "border-accent bg-surface-selected" : "border-border-strong hover:bg-surface-hover",
        className,
      )}
    >
      {children}
    </button>
  );
}
