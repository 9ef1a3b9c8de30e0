import fc from "fast-check";
import { canBeOpen } from "@/lib/messages/cards/tones";
import type {
  CardModel,
  CardOfModel,
  Condition,
  Inline,
  TemplatePart,
  Value,
} from "@/lib/webhooks/interpret/own-cards/model";
import { tidied } from "@/lib/webhooks/interpret/own-cards/new-card";

const key = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/).filter((each) => each !== "line"),
  fc.constantFrom(...'payload row item true nil and size first %} " \\ a+b {{ x.y 1'.split(" "), "a b"),
);
const roots = fc.constantFrom("payload" as const, "item" as const, "row" as const);
const path = fc.array(fc.oneof(key, fc.nat({ max: 99 })), { minLength: 1, maxLength: 3 });
const value: fc.Arbitrary<Value> = fc
  .record({ root: roots, path })
  .filter(
    ({ root, path: [first] }) =>
      root !== "payload" || !["headers", "request", "tables", "forloop"].includes(`${first}`),
  );
const word = fc.string({ maxLength: 10, unit: "grapheme" }).map((each) => each.trim());
const scalar = fc.oneof(
  word.filter((each) => each !== ""),
  fc.integer({ min: -999, max: 999 }),
  fc.boolean(),
  fc.constant(null),
);
const condition: fc.Arbitrary<Condition> = fc.record({ value, is: fc.boolean(), than: scalar });
const conditions = fc.array(condition, { minLength: 1, maxLength: 2 });
const text = fc
  .oneof(word, fc.constantFrom("{", "{{ x }}", "{% if a %}", "}}", "a\nb", '"', "{{{", "%}", "\\"))
  .map((each): Inline => ({ kind: "text", text: each }));
const filter = fc.oneof(
  fc.record({ name: fc.constantFrom("first_line" as const, "bytes" as const, "number" as const) }),
  fc.record({ name: fc.constantFrom("link" as const, "count" as const), given: fc.oneof(word, value, fc.nat()) }),
);
const chip = fc.record({ kind: fc.constant("chip" as const), value, filters: fc.array(filter, { maxLength: 2 }) });
const inline: fc.Arbitrary<Inline> = fc.oneof(text, chip);
const lines: fc.Arbitrary<TemplatePart> = fc.record({
  kind: fc.constant("lines" as const),
  list: value,
  parts: fc.array(inline, { maxLength: 3 }).map(tidied<Inline>),
});
const template = fc
  .array(fc.oneof<fc.Arbitrary<TemplatePart>[]>(inline, inline, lines), { maxLength: 4 })
  .map(tidied<TemplatePart>);
const tone = fc.constantFrom(
  "good" as const,
  "bad" as const,
  "warning" as const,
  "progress" as const,
  "done" as const,
  "none" as const,
);
/** A state's rule. */
export const stateRules = fc
  .record({ when: conditions, word: fc.stringMatching(/^[A-Z][a-z]{1,8}$/), tone, open: fc.boolean() })
  .map((each) => ({ ...each, open: each.open && canBeOpen(each.tone) }));
const state: fc.Arbitrary<CardOfModel["state"]> = fc
  .record({
    value: fc.option(value),
    rules: fc.uniqueArray(stateRules, { maxLength: 3, selector: ({ when }) => JSON.stringify(when) }),
    others: fc.oneof(tone, fc.constant("word" as const)),
  })
  .map((each) => (each.value === null ? { ...each, others: "word" as const } : each));
const each = fc.option(
  value.filter((list) => list.path.every((part) => /^[A-Za-z_]+$/.test(`${part}`)) && list.root !== "row"),
);
const card: fc.Arbitrary<CardOfModel> = fc.record({
  name: fc.constant("card"),
  when: conditions,
  each,
  skip: fc.array(conditions, { maxLength: 1 }),
  place: fc.array(
    template.filter(({ length }) => length > 0),
    { maxLength: 2 },
  ),
  ...{
    subject: template,
    event: template,
    state,
    severity: template,
    summary: template,
    body: template,
    url: template,
  },
  links: fc.array(fc.record({ label: template, url: template }), { maxLength: 1 }),
  person: fc.record({ name: template.filter(({ length }) => length > 0), url: template, icon: template }),
  ...{ image: template, thumbnail: template, footer: template, at: template, startedAt: template, endedAt: template },
  fields: fc.array(
    fc.record({
      each,
      name: template,
      value: template,
      kind: fc.constantFrom("text" as const, "number" as const),
      inline: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  ...{ threadKey: template, updateKey: template, keepsFields: fc.boolean() },
});
/** Cards as the form can store them. A file says the same. */
export const cardModels: fc.Arbitrary<CardModel> = fc
  .tuple(fc.array(card, { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([cards, lastIsForAll]) => ({
    name: "CI",
    cards: cards.map((made, index) => ({
      ...made,
      name: `card-${index + 1}`,
      when: lastIsForAll && index === cards.length - 1 ? [] : made.when,
    })),
  }));
