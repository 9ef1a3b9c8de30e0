"use client";

import { useRef, useState } from "react";
import { SelectField } from "@/components/ui/controls/select-field";
import { deferredPart } from "@/components/ui/deferred/deferred";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useSavedValue } from "@/components/ui/forms/use-saved";
import { effectiveDays, periodText, type RetentionDays, type RetentionPreviewDto } from "@/lib/channels/dto";

const RetentionDialog = deferredPart(async () => (await import("./retention-dialog")).RetentionDialog);

const PERIODS = [30, 90, 180, 365, 2 * 365, 5 * 365];

type RetentionFieldProps = {
  value: RetentionDays;
  /** In a channel, what the workspace has. */
  workspace?: RetentionDays;
  /** What it applies to, as the start of a sentence. */
  scope: string;
  disabled: boolean;
  /** Its input has `retentionDays`. */
  save: FormAction;
  /** Its input has `days`. */
  preview: FormAction<RetentionPreviewDto>;
};

/**
 * How long messages are kept. Keeping them longer is saved immediately; a shorter period says what it deletes and asks
 * first.
 */
export function RetentionField({ value, workspace, scope, disabled, save, preview }: RetentionFieldProps) {
  const inChannel = workspace !== undefined;
  const { shown, change, mark } = useSavedValue(choiceOf(value, inChannel), save, (choice) => ({
    retentionDays: daysOf(choice, inChannel),
  }));
  // The choice to confirm; null asks for a period. Each question is a new dialog, which opens again after an error.
  const [asked, setAsked] = useState<{ choice: string | null; open: boolean; turn: number } | null>(null);
  const select = useRef<HTMLSelectElement>(null);
  const effective = (choice: string) => effectiveDays(daysOf(choice, inChannel), workspace ?? null);

  function choose(choice: string): void {
    const [from, to] = [effective(shown), effective(choice)];
    const ask = (asks: string | null) => setAsked({ choice: asks, open: true, turn: (asked?.turn ?? 0) + 1 });
    if (choice === "other") ask(null);
    else if (to !== null && (from === null || to < from)) ask(choice);
    else void change(choice);
  }

  return (
    <>
      <SelectField
        ref={select}
        label="Keep messages"
        name="retentionDays"
        aside={mark}
        value={shown}
        disabled={disabled}
        hint="Older messages and their files are deleted for everyone."
        options={optionsOf(shown, workspace)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {asked && (
        <RetentionDialog
          key={asked.turn}
          open={asked.open}
          onOpenChange={(open) => setAsked({ ...asked, open })}
          opener={select.current}
          days={asked.choice === null ? null : effective(asked.choice)}
          scope={scope}
          preview={preview}
          confirm={(days) => change(asked.choice ?? `${days}`)}
        />
      )}
    </>
  );
}

function optionsOf(shown: string, workspace: RetentionDays | undefined): { value: string; label: string }[] {
  const periods = new Set([...PERIODS, ...(Number(shown) > 0 ? [Number(shown)] : [])]);
  return [
    ...(workspace === undefined
      ? []
      : [{ value: "workspace", label: `As long as the workspace does: ${periodText(workspace)}` }]),
    { value: "forever", label: "Forever" },
    ...[...periods].sort((a, b) => a - b).map((days) => ({ value: `${days}`, label: `For ${periodText(days)}` })),
    { value: "other", label: "For another number of days…" },
  ];
}

function choiceOf(value: RetentionDays, inChannel: boolean): string {
  if (value === null) return inChannel ? "workspace" : "forever";
  return value === 0 ? "forever" : `${value}`;
}

function daysOf(choice: string, inChannel: boolean): RetentionDays {
  if (choice === "workspace") return null;
  if (choice === "forever") return inChannel ? 0 : null;
  return Number(choice);
}
