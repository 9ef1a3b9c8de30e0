import { insertion, type TextEdit } from "./text-edit";

/** An edit that was asked for, perhaps before its code had loaded, and the text and selection at that moment. */
export type EditRequest<Parts> = {
  text: string;
  from: number;
  to: number;
  make: (parts: Parts, text: string, from: number, to: number) => TextEdit;
};

/** Returns one edit of the text as it is now that does what was asked and typed since, in order. */
export function replay<Parts>(parts: Parts, asked: readonly EditRequest<Parts>[], now: string): TextEdit {
  let made: TextEdit = { start: 0, end: 0, insert: "", select: [0, 0] };
  let text = now;
  for (const [index, each] of asked.entries()) {
    const [from, to] = index === 0 ? [each.from, each.to] : made.select;
    made = each.make(parts, index === 0 ? each.text : text, from, to);
    text = edited(index === 0 ? each.text : text, made);
    const next = asked[index + 1]?.text ?? now;
    if (next === each.text) {
      // Nothing was typed: of a single edit, the browser can undo just that.
      if (asked.length === 1) return made;
      continue;
    }
    const typed = typedAt(each, next);
    // Something else was changed, and that counts more.
    const then = typed === null ? insertion(0, text.length, next) : insertion(...made.select, typed);
    text = edited(text, then);
    made = then;
  }
  return { start: 0, end: now.length, insert: text, select: made.select };
}

function edited(text: string, { start, end, insert }: TextEdit): string {
  return text.slice(0, start) + insert + text.slice(end);
}

/** Returns what was typed at the selection to get from one text to the next; null if other things have changed. */
function typedAt({ text, from, to }: Omit<EditRequest<unknown>, "make">, next: string): string | null {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const isTyped = next.length >= before.length + after.length && next.startsWith(before) && next.endsWith(after);
  return isTyped ? next.slice(before.length, next.length - after.length) : null;
}
