import type { WebhookCard } from "./card-file";
import type { Slot, TextOf } from "./edit";
import type { Condition, Value } from "./liquid";
import { type Template, type TemplatePart, writeTemplate } from "./parts";
import { pathKey } from "./payload-tree";
import type { Choice } from "./rules";

/** Returns the name of the place that the next value goes into. */
export function slotName(slot: Slot, card: WebhookCard): string {
  if (slot.kind === "new-field") return "a new field";
  if (slot.kind === "state") return "Color, as its state";
  if (slot.kind === "text") return textName(slot.of, card) + (slot.lines === null ? "" : ", each line");
  if (slot.of.part === "when") return "the conditions of this card";
  return slot.of.part === "color" ? "the condition of a color" : "the condition for posting nothing";
}

function textName(of: TextOf, card: WebhookCard): string {
  if (!("field" in of)) {
    return { title: "Title", url: "Link", description: "Text", threadKey: "Thread key", updateKey: "Update key" }[
      of.part
    ];
  }
  const field = card.fields[of.field];
  const name = field ? writeTemplate(field.name) : "";
  return of.part === "name" ? `the name of field ${of.field + 1}` : `the value of ${name || `field ${of.field + 1}`}`;
}

/** Returns the paths of the payload that a card uses, by `pathKey`. */
export function usedPaths(card: WebhookCard): Set<string> {
  const found = new Set<string>();
  const add = ({ root, path }: Value) => root === "payload" && found.add(pathKey(path));
  const addParts = (parts: readonly TemplatePart[]) => {
    for (const part of parts) {
      if (part.kind === "chip") add(part.value);
      if (part.kind !== "lines") continue;
      add(part.list);
      addParts(part.parts);
    }
  };
  const addTemplate = (template: Template) => template.kind === "parts" && addParts(template.parts);
  const addConditions = (when: readonly Condition[]) => {
    for (const { value } of when) add(value);
  };
  const addChoices = (choices: readonly Choice[]) => {
    for (const { when } of choices) addConditions(when);
  };
  for (const template of [card.title, card.url, card.description, card.threadKey, card.updateKey])
    addTemplate(template);
  for (const { name, value, each } of card.fields) {
    if (each !== null) found.add(pathKey(each.split(".")));
    addTemplate(name);
    addTemplate(value);
  }
  addConditions(card.when);
  if (card.skip.kind === "rules") addChoices(card.skip.choices);
  if (card.color.kind === "rules") {
    addChoices(card.color.choices);
    if (card.color.base.kind === "state") add(card.color.base.value);
  }
  return found;
}
