import type { Embed } from "@/lib/messages/dto";
import type { ThingFacts, ThingReport } from "@/lib/messages/thing-report";
import type { RuleFact } from "@/lib/webhooks/rules/model";

/** What is known of a post, for each fact a rule can ask for. A post of several cards may have several values. */
export type PostFacts = Record<RuleFact, string[]>;

/** What of a post its facts are read from. */
export type FactsSource = {
  content: string;
  embeds: readonly Embed[];
  /** What it reports on, which its cards may not say. */
  report?: ThingReport | null | undefined;
  event: string | null;
};

// Facts are compared, not shown: longer texts cost time at each post.
const LONGEST = 10_000;
const MOST_LABELS = 100;

/** Returns a post's facts. Bounded, and pure. */
export function factsOf({ content, embeds, report, event }: FactsSource): PostFacts {
  const said = report ? [report.facts, report.weak ?? {}, report.reply?.facts ?? {}] : [];
  const cards = embeds.map(({ card }) => card ?? {});
  const happened = [...cards.map((card) => card.event), ...said.map((facts) => facts.event)];
  return {
    tool: texts([...embeds.map(({ tool }) => tool?.name), ...said.map(({ tool }) => tool?.name)]),
    event: texts([event, ...happened]),
    place: texts([...cards, ...said].flatMap(({ place }) => placesOf(place ?? []))),
    state: texts([
      ...embeds.flatMap(({ card, state }) => [card?.state?.word, state]),
      ...said.flatMap(({ state, review }) => [state?.word, review?.word]),
    ]),
    severity: texts([...cards.map(({ severity }) => severity), ...said.map(({ severity }) => severity)]),
    person: texts([...embeds.map(({ author }) => author?.name), ...said.map(({ person }) => person?.name)]),
    label: texts([...embeds.flatMap(labelsOn), ...said.flatMap(labelsIn)]).slice(0, MOST_LABELS),
    text: texts([
      content,
      ...embeds.flatMap(textsOn),
      ...said.flatMap((facts) => [facts.subject, facts.summary, facts.body]),
    ]),
  };
}

/** Each place of a card, and both as the card shows them. */
function placesOf(place: readonly string[]): string[] {
  return place.length > 1 ? [...place, place.join(" · ")] : [...place];
}

function textsOn({ title, description, card }: Embed): (string | undefined)[] {
  return [title, card?.subject, description];
}

const LABEL = /`([^`]+)`/g;

/** The labels on a card: the code texts of a field of labels. */
function labelsOn({ fields = [] }: Embed): string[] {
  return fields
    .filter(({ kind, name }) => kind === "labels" || /^labels?$/i.test(name))
    .flatMap(({ value }) => [...value.slice(0, LONGEST).matchAll(LABEL)].map(([, label = ""]) => label));
}

function labelsIn(facts: ThingFacts): string[] {
  return facts.labels ?? [];
}

function texts(found: readonly (string | null | undefined)[]): string[] {
  return [...new Set(found.flatMap((text) => (text ? [text.slice(0, LONGEST)] : [])))];
}
