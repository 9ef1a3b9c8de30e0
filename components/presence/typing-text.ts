/** "Ada is typing…", "Ada and Grace are typing…" or "Several people are typing…"; null for nobody. */
export function typingText([first, second, third]: readonly string[]): string | null {
  if (first === undefined) return null;
  if (second === undefined) return `${first} is typing…`;
  return third === undefined ? `${first} and ${second} are typing…` : "Several people are typing…";
}
