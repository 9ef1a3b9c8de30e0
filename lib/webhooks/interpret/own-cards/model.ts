import { z } from "zod";
import { FACT_KINDS, STATE_TONES } from "@/lib/messages/dto";
import { Budget, OverBudget } from "@/lib/text/budget";
import { storableText } from "@/lib/text/text";
import { CARD_FILTERS } from "@/lib/webhooks/interpret/own-cards/filters";
import { CARD_LIMITS, MODEL_BUDGET } from "@/lib/webhooks/interpret/own-cards/limits";

// Why: docs/decisions/own-cards.md

/** A text that the database can hold. */
const text = (most: number) => z.string().max(most).transform(storableText);

const path = z.array(z.union([text(200), z.int().min(0).max(9_999)])).max(20);

/** A value of the payload, of the `item` that a card is made for, of the `row` of a field's list, or of a list's `line`. */
const value = z.strictObject({ root: z.enum(["payload", "item", "row", "line"]), path });

/** A list that something is repeated for. A `sender.yaml` writes its path with dots. */
const list = value.refine(({ path }) => path.every((key) => !`${key}`.includes(".")), "A key of this list has a dot.");

const scalar = z.union([text(200), z.number(), z.boolean(), z.null()]);

/** Holds if the value is the scalar, or, with `is` false, if it isn't. Null stands for no value or an empty one. */
const condition = z.strictObject({ value, is: z.boolean(), than: scalar });

const conditions = z.array(condition).max(5);

const filter = z.strictObject({
  name: z.enum(CARD_FILTERS),
  given: z.union([text(200), z.number(), z.boolean(), value]).exactOptional(),
});

/** A value of the payload within a text. */
const chip = z.strictObject({ kind: z.literal("chip"), value, filters: z.array(filter).max(4) });

const inline = z.discriminatedUnion("kind", [z.strictObject({ kind: z.literal("text"), text: text(4_000) }), chip]);

/** A line for each item of a list. */
const lines = z.strictObject({ kind: z.literal("lines"), list: value, parts: z.array(inline).max(20) });

const template = z.array(z.discriminatedUnion("kind", [...inline.options, lines])).max(40);

const tone = z.enum(STATE_TONES);

const rule = z
  .strictObject({
    /** All of them have to hold. */
    when: conditions,
    /** "" for the value as it is. */
    word: text(40),
    tone,
    /** Whether something that follows can end it. Only bad and warning states can be open. */
    open: z.boolean(),
  })
  .refine(({ when, word }) => when.length > 0 || word === "", "Choose for which requests this state is.");

const state = z.strictObject({
  /** The value that says the state, or null. */
  value: value.nullable(),
  /** The first that applies. */
  rules: z.array(rule).max(50),
  /** The tone of all other values: that of their word, or always the same. */
  others: z.union([z.literal("word"), tone]),
});

const field = z.strictObject({
  /** The list that it's repeated for. */
  each: list.nullable(),
  name: template,
  value: template,
  kind: z.enum(FACT_KINDS).exclude(["labels"]),
  inline: z.boolean(),
});

const card = z.strictObject({
  /** Its name among the cards, as in a `sender.yaml`. */
  name: text(100),
  /** The requests it's for: all of them without conditions. */
  when: conditions,
  /** The list of whose items each makes a message. */
  each: list.nullable(),
  /** Requests for which nothing is posted. Without conditions, there are none. */
  skip: z.array(conditions).max(10),
  place: z.array(template).max(2),
  subject: template,
  event: template,
  state,
  severity: template,
  summary: template,
  body: template,
  url: template,
  links: z.array(z.strictObject({ label: template, url: template })).max(5),
  person: z.strictObject({ name: template, url: template, icon: template }),
  image: template,
  thumbnail: template,
  footer: template,
  at: template,
  startedAt: template,
  endedAt: template,
  fields: z.array(field).max(CARD_LIMITS.fields),
  threadKey: template,
  updateKey: template,
  /** Whether a good state keeps the fields of the card that it replaces. */
  keepsFields: z.boolean(),
});

/** A webhook's own card as the form edits it, and as it's stored. Nothing in it is code. */
const strictModel = z.strictObject({ name: text(80), cards: z.array(card).min(1).max(20) });

/** What members may save. What is far too large isn't read at all. */
export const cardModel = z
  .unknown()
  .refine(isSmall, { message: "The card is too large.", abort: true })
  .pipe(strictModel);

/** Reads the whole of a value, but no more than a card may have. */
function isSmall(given: unknown): boolean {
  const budget = new Budget(MODEL_BUDGET);
  const read = (each: unknown): void => {
    if (typeof each === "string") budget.spendCharacters(each.length);
    if (typeof each !== "object" || each === null) return;
    for (const [key, inside] of Object.entries(each)) {
      budget.spend();
      budget.spendCharacters(key.length);
      budget.deeper(() => read(inside));
    }
  };
  try {
    read(given);
    return true;
  } catch (error) {
    if (error instanceof OverBudget) return false;
    throw error;
  }
}

export type CardModel = z.infer<typeof strictModel>;
export type CardOfModel = z.infer<typeof card>;
export type CardField = z.infer<typeof field>;
export type StateRule = z.infer<typeof rule>;
export type Value = z.infer<typeof value>;
export type Path = Value["path"];
export type Scalar = z.infer<typeof scalar>;
export type Condition = z.infer<typeof condition>;
export type ChipFilter = z.infer<typeof filter>;
export type Chip = z.infer<typeof chip>;
export type Inline = z.infer<typeof inline>;
export type TemplatePart = z.infer<typeof inline> | z.infer<typeof lines>;
export type Template = TemplatePart[];
