import type { StateInline } from "markdown-it";
import { type Mentions, mentionText } from "../mentions";

// Sticky: each looks at its place only, so that a text of nothing but beginnings costs no more than another.
const person = /<@!?(\d{17,19})>/y;
const everyone = /@(?:everyone|here)\b/y;

/** Makes tokens of type "mention" of `<@id>`, and of "@everyone" and "@here" where they are more than words. */
export function mention(state: StateInline, silent: boolean): boolean {
  // Whoever parses says whom the text mentions.
  const { mentions } = state.env as { mentions: Mentions };
  const found = findPerson(state, mentions) ?? (mentions.everyone ? findEveryone(state) : null);
  if (!found) return false;
  if (!silent) {
    const token = state.push("mention", "", 0);
    token.content = found.text;
    token.meta = { mine: found.mine };
  }
  state.pos += found.length;
  return true;
}

type Found = { text: string; length: number; mine: boolean };

function findPerson({ src, pos }: StateInline, mentions: Mentions): Found | null {
  person.lastIndex = pos;
  const [whole = "", id = ""] = person.exec(src) ?? [];
  return whole ? { text: mentionText(id, mentions), length: whole.length, mine: id === mentions.readerId } : null;
}

function findEveryone({ src, pos }: StateInline): Found | null {
  // Within a word or an address it is neither.
  if (pos > 0 && /[\w@]/.test(src.charAt(pos - 1))) return null;
  everyone.lastIndex = pos;
  const [text = ""] = everyone.exec(src) ?? [];
  return text ? { text, length: text.length, mine: true } : null;
}
