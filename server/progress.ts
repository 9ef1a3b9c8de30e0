const EVERY_MS = { terminal: 100, log: 10_000 };

/** Shows how far a long command is: on one line of a terminal, or as a line every ten seconds elsewhere. */
export class Progress {
  readonly #terminal = process.stdout.isTTY;
  #last = Date.now();
  #shown = false;

  show(text: string): void {
    if (Date.now() - this.#last < (this.#terminal ? EVERY_MS.terminal : EVERY_MS.log)) return;
    this.#last = Date.now();
    process.stdout.write(this.#terminal ? `\r\u001b[K${text}` : `${text}\n`);
    this.#shown = true;
  }

  /** Prints a line that stays. */
  line(text: string): void {
    process.stdout.write(this.#terminal && this.#shown ? `\r\u001b[K${text}\n` : `${text}\n`);
    this.#shown = false;
  }
}

/** Returns a number of bytes as a person reads it: "1.2 GB". */
export function sizeText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let [size, unit] = [bytes, 0];
  while (size >= 999.95 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1];
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** Returns a number of files as words: "1 file", "3 files". */
export const filesText = (count: number) => `${count} ${count === 1 ? "file" : "files"}`;
