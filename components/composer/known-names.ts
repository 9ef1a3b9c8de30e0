import type { MentionDto } from "@/lib/messages/dto";
import { namedIds } from "@/lib/messages/markdown/mention-grammar";
import type { Marks } from "./mention-text";

const names = new Map<string, string>();

/** Keeps the names of the people among these marks for as long as the page lasts. */
export function rememberNames(marks: Marks): void {
  for (const [label, sent] of Object.entries(marks)) {
    const [id] = namedIds(sent);
    if (id !== undefined) names.set(id, label.slice(1));
  }
}

/** Whom a text names, as far as their names were kept: for what has not been sent yet. */
export function knownMentions(sent: string): MentionDto[] {
  return namedIds(sent).flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name, pinged: false }];
  });
}
