import { TONE_COLORS } from "@/lib/messages/cards/tones";
import { type CardState, type Embed, type EmbedField, STATE_TONES, type StateTone } from "@/lib/messages/dto";
import type { CheckFact, ComposeThing, LineField, ThingFacts } from "@/lib/messages/thing-report";
import { isBlank } from "@/lib/text/text";
import { embedOf } from "@/lib/webhooks/interpret/card";
import { NOTE } from "@/lib/webhooks/interpret/within-limits";
import { inline, link, listing, literal, withoutMentions } from "@/lib/webhooks/payload/markdown";

// Why: docs/decisions/things.md

/** Composes the message of a tool's thing, its line or a reply, from what is known of it. */
export const composeLine: ComposeThing = (facts, { watched, mayBeOpen, isLine = false }) => {
  const { place, subject, event, severity, url, body, labels, links, person, image, thumbnail, footer, tone } = facts;
  const checks = checksIn(watched);
  const state = chipOf(facts, mayBeOpen);
  const embed = embedOf({
    place: place ?? undefined,
    subject: subject ?? undefined,
    // What happened first, or last, says less than where it is now.
    event: isLine && state ? undefined : (event ?? undefined),
    state,
    tone: tone ?? undefined,
    severity: severity ?? undefined,
    summary: facts.summary ?? checks ?? undefined,
    body: body ?? undefined,
    facts: [...fieldsIn(facts), ...(facts.summary && checks ? [checksField(checks)] : []), ...failedJobs(facts)],
    labels: labels ?? undefined,
    url: url ?? undefined,
    links: links ?? undefined,
    person: person ?? undefined,
    footer: footer ?? undefined,
    at: facts.timestamp ?? undefined,
    startedAt: facts.startedAt ?? undefined,
    endedAt: facts.endedAt ?? undefined,
    image: image ? { url: image } : undefined,
    thumbnail: thumbnail ? { url: thumbnail } : undefined,
  });
  return withoutEmpty(facts.tool ? { ...embed, tool: facts.tool } : embed);
};

/** Returns the embed as it's stored, without absent parts. */
function withoutEmpty(embed: Embed): Embed {
  const parts = Object.entries(embed).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "",
  );
  return Object.fromEntries(parts);
}

/** Returns what a card that was made of a payload says, as a thing's facts: `composeLine` makes the same card of them. */
export function factsOf(embed: Embed): ThingFacts {
  const { card = {}, url, author, image, thumbnail, footer, timestamp, buttons, tool, color } = embed;
  const { place, subject, event, state, severity, summary, startedAt, endedAt } = card;
  // Whether the line is shortened, too, is for its composer to say.
  const said = footer?.text?.replace(NOTE, "").replace(/ · $/, "");
  const facts: ThingFacts = {
    ...(place && { place }),
    ...(subject && { subject }),
    ...(event && { event }),
    ...(state && { state }),
    ...(severity && { severity }),
    ...(summary && { summary }),
    ...(startedAt && { startedAt }),
    ...(endedAt && { endedAt }),
    ...(url && { url }),
    ...(author && { person: author }),
    ...(image && { image: image.url }),
    ...(thumbnail && { thumbnail: thumbnail.url }),
    ...(said && { footer: said }),
    ...(timestamp && { timestamp }),
    ...(buttons && { links: buttons }),
    ...(tool && { tool }),
    ...(!state && color !== undefined && toneFact(color)),
  };
  const body = withoutSummary(embed.description ?? "", summary);
  if (!isBlank(body)) facts.body = body;
  for (const [order, { name, ...field }] of (embed.fields ?? []).entries()) {
    const labels = name === "Labels" && field.kind === "labels" ? labelsIn(field.value) : [];
    if (labels.length > 0) facts.labels = labels;
    else facts[`field ${unusedName(facts, name)}`] = { ...field, order };
  }
  return facts;
}

function toneFact(color: number): Pick<ThingFacts, "tone"> {
  const tone = STATE_TONES.find((each) => TONE_COLORS[each] === color);
  return tone ? { tone } : {};
}

/** Returns the description's rest after its summary. */
function withoutSummary(description: string, summary: string | undefined): string {
  const head = summary ? withoutMentions(literal(summary)) : "";
  if (!head || !description.startsWith(head)) return description;
  return description.slice(head.length).replace(/^\n\n/, "");
}

/** Returns the labels of a field of code texts. */
function labelsIn(value: string): string[] {
  return [...value.matchAll(/`([^`]+)`/g)].flatMap(([, label]) => label ?? []);
}

/** Fields of one name would be one register, so the second one has an invisible mark. */
function unusedName(facts: ThingFacts, name: string): string {
  return `field ${name}` in facts ? unusedName(facts, `${name}\u200b`) : name;
}

function chipOf(facts: ThingFacts, mayBeOpen: boolean): CardState | undefined {
  const { state } = facts;
  const review = reviewIn(facts);
  if (review && state?.tone === "progress" && !/^draft$/i.test(state.word)) {
    // What is approved isn't over, so its card doesn't fold.
    return { ...review, open: review.tone === "good" };
  }
  return state ? { ...state, open: state.open && mayBeOpen } : undefined;
}

/** Returns what reviewers decided together: one who asks for changes outweighs all who approve. */
function reviewIn(facts: ThingFacts): CardState | null {
  const reviews = valuesOf<CardState>(facts, "review ").map(({ value }) => value);
  const withTone = (...tones: StateTone[]) => reviews.find(({ tone }) => tones.includes(tone));
  return withTone("bad", "warning") ?? withTone("good") ?? facts.review ?? null;
}

function fieldsIn(facts: ThingFacts): EmbedField[] {
  return valuesOf<LineField>(facts, "field ")
    .sort((a, b) => (a.value.order ?? LAST) - (b.value.order ?? LAST))
    .map(({ name, value: { order: _, ...field } }) => ({ name, ...field }));
}

const LAST = Number.MAX_SAFE_INTEGER;

const MOST_NAMED = 200;

/** Says how a commit's checks went: "3 of 5 checks passed" or "lint failed". Null without any. */
function checksIn(watched: ThingFacts): string | null {
  const counted = valuesOf<CheckFact>(watched, "check ").filter(({ value }) => !isSetAside(value));
  if (counted.length === 0) return null;
  const failed = counted.filter(({ value }) => value.tone === "bad" || value.tone === "warning");
  const [first] = failed;
  if (first && failed.length === 1) return `${first.name} failed`;
  if (first) {
    const names = listing(
      failed.map(({ name }) => name),
      ", ",
      MOST_NAMED,
      (count) => `and ${count} more`,
    );
    return `${failed.length} checks failed: ${names}`;
  }
  const passed = counted.filter(({ value }) => value.tone === "good").length;
  return `${passed} of ${counted.length} ${counted.length === 1 ? "check" : "checks"} passed`;
}

/** Whether a check says nothing about its commit: it was skipped or canceled. */
function isSetAside({ tone, word }: CheckFact): boolean {
  return tone === "done" || (tone === "none" && /^(skipped|neutral|stale|cancel+ed)$/i.test(word));
}

function checksField(checks: string): EmbedField {
  return { name: "Checks", value: literal(checks), inline: true };
}

function failedJobs(facts: ThingFacts): EmbedField[] {
  const failed = valuesOf<CheckFact>(facts, "job ").filter(({ value }) => value.tone === "bad");
  if (failed.length === 0) return [];
  const value = inline(failed.map(({ name, value: { url } }) => link(withoutMentions(literal(name)), url)));
  return [{ name: failed.length === 1 ? "Failed job" : "Failed jobs", value, inline: true }];
}

/** Returns the facts whose names begin so, by name. */
function valuesOf<Value>(facts: ThingFacts, prefix: string): { name: string; value: Value }[] {
  return Object.entries(facts)
    .filter(([name, value]) => name.startsWith(prefix) && value)
    .map(([name, value]) => ({ name: name.slice(prefix.length), value: value as Value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
