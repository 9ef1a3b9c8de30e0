/** Whether `text` has the words of `part` one after the other, whatever stands between them. Linear in the two. */
export function says(text: string, part: string): boolean {
  const words = wordsOf(part);
  return words !== "  " && contains(wordsOf(text), words);
}

const wordsOf = (text: string): string => ` ${text.replace(/[^\p{L}\p{M}\p{N}\p{So}]+/gu, " ").trim()} `;

/** `includes` as Knuth, Morris and Pratt do it: linear whatever the two are. */
function contains(text: string, part: string): boolean {
  const back = borders(part);
  let matched = 0;
  for (let at = 0; at < text.length && matched < part.length; at += 1) {
    while (matched > 0 && text.charCodeAt(at) !== part.charCodeAt(matched)) matched = back[matched - 1] ?? 0;
    if (text.charCodeAt(at) === part.charCodeAt(matched)) matched += 1;
  }
  return matched === part.length;
}

/** For each beginning of the text, the length of its longest proper beginning that is also its end. */
function borders(text: string): number[] {
  const found = [0];
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = found[length - 1] ?? 0;
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    found.push(length);
  }
  return found;
}
