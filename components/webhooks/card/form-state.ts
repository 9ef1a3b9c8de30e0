import type { CardOfModel, Condition, TemplatePart, Value } from "@/lib/webhooks/interpret/own-cards/model";
import type { Slot, TextOf } from "./edit";
import { wordsOf } from "./edit";
import { pathKey } from "./payload-tree";

/** Returns the name of the place that the next value goes into. */
export function slotName(slot: Slot, card: CardOfModel): string {
  if (slot.kind === "new-field") return "a new field";
  if (slot.kind === "state") return "State";
  if (slot.kind === "each") return "a card for each";
  if (slot.kind === "text") return textName(slot.of, card) + (slot.lines === null ? "" : ", each line");
  if (slot.of.part === "when") return "the conditions of this card";
  return slot.of.part === "state" ? "the condition of a state" : "the condition for posting nothing";
}

const NAMES = {
  subject: "Subject",
  event: "Event",
  severity: "Severity",
  summary: "Summary",
  body: "Text",
  url: "Link",
  image: "Image",
  thumbnail: "Small image",
  footer: "Footer",
  at: "Happened at",
  startedAt: "Began at",
  endedAt: "Ended at",
  threadKey: "Thread key",
  updateKey: "Update key",
} as const;

/** Returns a text's accessible name. */
export function textName(of: TextOf, card: CardOfModel): string {
  switch (of.part) {
    case "place":
      return of.index === 0 ? "Place" : "Place within it";
    case "label":
      return `Label of link ${of.link + 1}`;
    case "address":
      return `Address of link ${of.link + 1}`;
    case "person":
      return { name: "Person", url: "Person's page", icon: "Person's picture" }[of.of];
    case "name":
      return `Name of field ${of.field + 1}`;
    case "value": {
      const field = card.fields[of.field];
      return `Value of ${(field && wordsOf(field.name).trim()) || `field ${of.field + 1}`}`;
    }
    default:
      return NAMES[of.part];
  }
}

/** Returns the paths of the payload that a card uses, by `pathKey`. */
export function usedPaths(card: CardOfModel): Set<string> {
  const found = new Set<string>();
  const add = ({ root, path }: Value) => {
    if (root === "payload") found.add(pathKey(path));
    if (root === "item" && card.each) found.add(pathKey([...card.each.path, 0, ...path]));
  };
  const addConditions = (when: readonly Condition[]) => {
    for (const { value } of when) add(value);
  };
  const addTemplate = (parts: readonly TemplatePart[]) => {
    for (const part of parts) {
      if (part.kind === "chip") add(part.value);
      if (part.kind !== "lines") continue;
      add(part.list);
      addTemplate(part.parts);
    }
  };
  const { subject, event, severity, summary, body, url, image, thumbnail, footer, at, startedAt, endedAt } = card;
  const texts = [subject, event, severity, summary, body, url, image, thumbnail, footer, at, startedAt, endedAt];
  const more = [card.threadKey, card.updateKey, ...card.place, ...Object.values(card.person)];
  const links = card.links.flatMap(({ label, url: address }) => [label, address]);
  for (const each of [...texts, ...more, ...links]) addTemplate(each);
  for (const { name, value, each } of card.fields) {
    if (each) add(each);
    addTemplate(name);
    addTemplate(value);
  }
  if (card.each) add(card.each);
  if (card.state.value) add(card.state.value);
  for (const when of [card.when, ...card.skip, ...card.state.rules.map((rule) => rule.when)]) addConditions(when);
  return found;
}
