import type { StateTone } from "@/lib/messages/dto";
import type { SeenValuesDto } from "@/lib/webhooks/dto";
import type { CardOfModel, Path, Scalar, Value } from "@/lib/webhooks/interpret/own-cards/model";
import { stateOfValue, toneOfWord } from "@/lib/webhooks/interpret/own-cards/states";
import { wordsOf } from "./edit";

/** The values that the webhook's latest requests had, by their path. */
export type Seen = readonly SeenValuesDto[];

/** Returns the values that requests had where a card reads this one. */
export function seenAt(seen: Seen, { each }: Pick<CardOfModel, "each">, { root, path }: Value): Scalar[] {
  const whole: Path = root === "item" && each ? [...each.path, 0, ...path] : path;
  const key = JSON.stringify(whole.map((part) => (typeof part === "number" ? 0 : part)));
  return root === "row" || root === "line"
    ? []
    : (seen.find((each) => JSON.stringify(each.path) === key)?.values ?? []);
}

const OUTCOMES: ReadonlySet<StateTone | null> = new Set(["good", "bad", "warning"]);

/** Returns the words of a text that say how something went. */
function outcomesIn(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => OUTCOMES.has(toneOfWord(word)));
}

/** Returns a warning if the title says one state of requests in several, or null. */
export function titleWarning(card: CardOfModel, seen: Seen): string | null {
  const [word] = outcomesIn(`${wordsOf(card.subject)} ${wordsOf(card.event)}`);
  if (word === undefined) return null;
  const tone = toneOfWord(word);
  const { value, rules } = card.state;
  const from = value ?? rules[0]?.when[0]?.value;
  const candidates = from ? [seenAt(seen, card, from)] : seen.map(({ values }) => values);
  const others = candidates.map((values) => {
    const states = values.flatMap((each) => stateIn(card, each) ?? []).filter((state) => OUTCOMES.has(state.tone));
    const isSaid = from !== undefined || states.some((state) => state.tone === tone);
    return isSaid ? states.filter((state) => state.tone !== tone).map((state) => state.word) : [];
  });
  const [found] = others.filter(({ length }) => length > 0);
  if (!found) return null;
  const named = [...new Set(found)].slice(0, 3).join(", ");
  const advice = from ? "Remove it: the state says it." : "Remove it, and choose the value that says the state.";
  return `“${word}” is in the title of every request, also of those in other states: ${named}. ${advice}`;
}

function stateIn(card: CardOfModel, value: Scalar): { word: string; tone: StateTone } | null {
  const rule = card.state.rules.find(({ when: [first] }) => first?.is && `${first.than}` === `${value}`);
  const said = stateOfValue(value);
  return rule ? { word: rule.word || said?.word || "", tone: rule.tone } : said;
}
