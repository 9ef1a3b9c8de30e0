"use client";

import { RadioCards } from "@/components/ui/controls/radio-cards";
import { SelectField } from "@/components/ui/controls/select-field";
import { CARD_SEVERITIES } from "@/lib/messages/dto";
import type { RuleAction, RuleTargetsDto } from "@/lib/webhooks/rules/model";
import type { RuleDraft, RuleProblem } from "./draft";
import { ACTION_NAMES, ACTIONS } from "./rule-words";

const HINTS: Readonly<Record<RuleAction["do"], string>> = {
  skip: "Nothing new appears. A message that's already posted is still updated.",
  silent: "Posted, but no one is notified and it isn't unread.",
  thread: "A reply to its line. Without a line, it's posted silently.",
  hand_over: "Posted by a webhook of another channel instead.",
  mention: "Posted, and the members of a group are notified.",
  severity: "Changes how urgent the card says it is.",
};

const options = ACTIONS.map((value) => ({ value, label: ACTION_NAMES[value], hint: HINTS[value] }));

type ThenFieldsProps = {
  draft: RuleDraft;
  choices: RuleTargetsDto;
  problem: RuleProblem | null;
  change: (fields: Partial<RuleDraft>) => void;
};

/** What the rule does, with what that action needs to know. */
export function ThenFields({ draft, choices, problem, change }: ThenFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-semibold text-base">Then</legend>
      <RadioCards
        label="What happens to the post"
        value={draft.does}
        options={options}
        onValueChange={(value) => {
          const does = ACTIONS.find((each) => each === value);
          if (does) change({ does });
        }}
        className="[&_[role=radiogroup]]:sm:grid-cols-2"
      />
      <Picker draft={draft} choices={choices} problem={problem} change={change} />
      <label className="flex target-y items-center gap-2 self-start text-sm">
        <input
          type="checkbox"
          checked={draft.continues}
          onChange={({ target }) => change({ continues: target.checked })}
          className="size-4 accent-(--accent)"
        />
        and continue with the next rules
      </label>
    </fieldset>
  );
}

/** The webhook, the group or the severity that the action is about. */
function Picker({ draft, choices: { targets, groups }, problem, change }: ThenFieldsProps) {
  const error = problem?.at === "target" ? problem.error : null;
  switch (draft.does) {
    case "hand_over":
      return (
        <SelectField
          label="Webhook"
          data-condition="target"
          value={draft.toWebhookId}
          options={[
            { value: "", label: "Choose a webhook" },
            ...targets.map(({ id, name, channel }) => ({ value: id, label: `${name} in #${channel}` })),
          ]}
          hint={
            targets.length === 0
              ? "You don't manage webhooks of other channels. Create one in the channel that should get these posts."
              : "Webhooks of other channels that you manage."
          }
          error={error}
          onChange={({ target }) => change({ toWebhookId: target.value })}
        />
      );
    case "mention":
      return (
        <SelectField
          label="Group"
          data-condition="target"
          value={draft.groupId}
          options={[
            { value: "", label: "Choose a group" },
            ...groups.map(({ id, handle }) => ({ value: id, label: `@${handle}` })),
          ]}
          hint={groups.length === 0 ? "There are no groups yet. An admin can create one." : undefined}
          error={error}
          onChange={({ target }) => change({ groupId: target.value })}
        />
      );
    case "severity":
      return (
        <SelectField
          label="Severity"
          value={draft.severity}
          options={CARD_SEVERITIES.map((value) => ({ value, label: value }))}
          onChange={({ target }) => {
            const severity = CARD_SEVERITIES.find((each) => each === target.value);
            if (severity) change({ severity });
          }}
        />
      );
    default:
      return null;
  }
}
