import type { StateInline } from "markdown-it";
import { EVERYONE, PERSON } from "@/lib/messages/markdown/mention-grammar";

// Sticky: each is tried at one position only, so that a text full of unfinished mentions costs no more than another.
const person = new RegExp(PERSON, "y");
const everyone = new RegExp(EVERYONE, "y");

/** Makes tokens of type "mention" of `<@id>`, and of "@everyone" and "@here" where they are more than words. */
export function mention(state: StateInline, silent: boolean): boolean {
  // Whoever parses says whether the text pings everyone.
  const found = findPerson(state) ?? ((state.env as { everyone: boolean }).everyone ? findEveryone(state) : null);
  if (!found) return false;
  if (!silent) {
    const token = state.push("mention", "", 0);
    if (found.id === null) token.content = found.text;
    else token.meta = { id: found.id };
  }
  state.pos += found.text.length;
  return true;
}

/** `text` as it was written; `id` of the person, null when it means all. */
type Found = { text: string; id: string | null };

function findPerson({ src, pos }: StateInline): Found | null {
  person.lastIndex = pos;
  const [text = "", id = ""] = person.exec(src) ?? [];
  return text ? { text, id } : null;
}

function findEveryone({ src, pos }: StateInline): Found | null {
  everyone.lastIndex = pos;
  const [text = ""] = everyone.exec(src) ?? [];
  return text ? { text, id: null } : null;
}
