/** Whether what is written after this text would be code. */
export function endsInCode(text: string): boolean {
  const last = text.split(/```[\s\S]*?```|`[^`\n]+`/).at(-1) ?? "";
  return last.includes("```") || /`[^\n]*$/.test(last.slice(last.lastIndexOf("\n") + 1));
}

/** Whether a new line after this text would stand in a fenced block. */
export function endsInFence(text: string): boolean {
  return (text.match(/^ {0,3}```[^`\n]*$/gm) ?? []).length % 2 === 1;
}
