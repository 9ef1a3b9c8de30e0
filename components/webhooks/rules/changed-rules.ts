import type { RuleDto, RulesDto } from "@/lib/webhooks/rules/model";

/** A change that the page shows before the server has answered. */
export type RulesChange =
  | { type: "hide" | "show"; event: string }
  | { type: "remove"; id: string }
  /** `to` is its index. */
  | { type: "move"; id: string; to: number };

/** Stands for the ID of a rule that the server hasn't made yet. */
export const NEW_RULE = "new";

/** Returns what the page will show once the server has made the change. */
export function withChange(page: RulesDto, change: RulesChange): RulesDto {
  switch (change.type) {
    case "hide":
      return { ...page, events: withHidden(page.events, ({ event }) => event === change.event, NEW_RULE) };
    case "show":
      return { ...page, events: withHidden(page.events, ({ event }) => event === change.event, null) };
    case "remove":
      return {
        ...page,
        rules: page.rules.filter(({ id }) => id !== change.id),
        events: withHidden(page.events, ({ hiddenBy }) => hiddenBy === change.id, null),
      };
    case "move":
      return { ...page, rules: moved(page.rules, change) };
  }
}

type Events = RulesDto["events"];

function withHidden(events: Events, isMeant: (event: Events[number]) => boolean, hiddenBy: string | null): Events {
  return events.map((event) => (isMeant(event) ? { ...event, hiddenBy } : event));
}

function moved(rules: readonly RuleDto[], { id, to }: { id: string; to: number }): RuleDto[] {
  const rule = rules.find((each) => each.id === id);
  const others = rules.filter((each) => each.id !== id);
  return rule ? others.toSpliced(Math.max(0, to), 0, rule) : others;
}
