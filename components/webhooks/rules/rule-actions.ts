import type { FormAction } from "@/components/ui/forms/form-action";
import type { RulesDto, RuleTrialDto } from "@/lib/webhooks/rules/model";

/** What the page of a webhook's rules needs of the server. Each checks permissions itself and returns the page anew. */
export type RuleActions = {
  /** Adds a rule, or changes the one with `ruleId`. */
  saveRule: FormAction<RulesDto>;
  /** Adds a rule that doesn't post an event, before all others. */
  hideEvent: FormAction<RulesDto>;
  moveRule: FormAction<RulesDto>;
  deleteRule: FormAction<RulesDto>;
};

/** What the form of a rule needs. */
export type RuleFormActions = Pick<RuleActions, "saveRule" | "deleteRule"> & { tryRule: FormAction<RuleTrialDto> };
