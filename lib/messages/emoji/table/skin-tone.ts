// A tone replaces the selector after the person or hand. A handshake between two people has none.
const PERSON = /(?!🤝\u200D)(\p{Emoji_Modifier_Base})\uFE0F?/gu;

/** Returns the emoji with this skin tone, or its second person with the other one. It must be one that has skin tones. */
export function withTone(emoji: string, tone: string, other = tone): string {
  let people = 0;
  return tone === "" ? emoji : emoji.replace(PERSON, (_, person: string) => person + (people++ === 0 ? tone : other));
}
