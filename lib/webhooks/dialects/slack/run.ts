/** How a run of text looks: the sum of any of `bold`, `italic` and `strike`. */
export type Style = number;

export const STYLES = { bold: 1, italic: 2, strike: 4 } as const;

/** A piece of one line, as Slack would show it: its text is what a reader sees, without any mark-up or entities. */
export type Run =
  | { kind: "text"; text: string; style: Style }
  | { kind: "code"; text: string; style: Style }
  | { kind: "link"; text: string; href: string; code: boolean; style: Style }
  | { kind: "mention"; text: string; style: Style };

/** A line of literal text. */
export const literal = (text: string, style: Style = 0): Run => ({ kind: "text", text, style });

/** What a reader sees of a line. */
export const plainLine = (runs: readonly Run[]): string => runs.map((run) => run.text).join("");
