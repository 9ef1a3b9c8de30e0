// Control characters, and those that reorder the text around them: nobody sees them, but they can make
// a name or an address look like another.
const invisible = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Text from outside without characters that could mislead the eye. Line ends become "\n". */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(invisible, "");
}
