/** The colour of an embed's bar in CSS, or undefined for one that isn't a colour. */
export function embedColor(color: number | undefined): string | undefined {
  if (color === undefined || !Number.isInteger(color) || color < 0 || color > 0xffffff) return undefined;
  return `#${color.toString(16).padStart(6, "0")}`;
}
