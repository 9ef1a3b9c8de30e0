import type { StateInline } from "markdown-it";

// Sticky: each looks at its place only, so that a text of nothing but beginnings costs no more than another.
const person = /<@!?(\d{17,19})>/y;
const everyone = /@(?:everyone|here)\b/y;

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
  // Within a word or an address it is neither.
  if (pos > 0 && /[\w@]/.test(src.charAt(pos - 1))) return null;
  everyone.lastIndex = pos;
  const [text = ""] = everyone.exec(src) ?? [];
  return text ? { text, id: null } : null;
}
