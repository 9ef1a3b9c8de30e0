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

  /** Prints how many files these are and the name of one, if there are any. */
  files(what: string, names: readonly string[]): void {
    if (names.length > 0) this.line(`${what}: ${filesText(names.length)}, such as ${names[0]}.`);
  }
}

/** Returns a number of files as words: "1 file", "3 files". */
export const filesText = (count: number) => `${count} ${count === 1 ? "file" : "files"}`;
