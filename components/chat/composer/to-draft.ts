import { changeOutsideCode, namedIds } from "@/lib/messages/markdown/mention-grammar";
import { type Draft, toSent } from "./mention-text";

/**
 * Turns a sent text into a draft that sends exactly this text again. `<@id>` shows the person's name, unless two people
 * share it or it would run into the text around it.
 */
export function toDraft(sent: string, names: ReadonlyMap<string, string>): Draft {
  let draft: Draft = { text: sent, marks: {} };
  for (const id of namedIds(sent)) {
    const name = names.get(id);
    if (name === undefined || draft.marks[`@${name}`] !== undefined) continue;
    const written = sent.includes(`<@&${id}>`) ? `<@&${id}>` : `<@${id}>`;
    const marks = { ...draft.marks, [`@${name}`]: written };
    const text = changeOutsideCode(draft.text, (piece) => piece.replaceAll(written, () => `@${name}`));
    if (toSent({ text, marks }) === sent) draft = { text, marks };
  }
  return draft;
}
