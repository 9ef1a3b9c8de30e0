/** A text's length as the limit counts it: in code points, at least as far as `most` of them. */
export function lengthUpTo(text: string, most: number): number {
  // Far beyond, nobody needs to know by how much to the last one.
  if (text.length > most * 4) return text.length;
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
