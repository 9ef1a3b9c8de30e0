const BULLET = /^([ \t]*)(?:[•◦▪‣▫][ \t]*|[-*][ \t]+)(?=\S)/;
const NUMBER = /^([ \t]*)(0|[1-9]\d{0,8})\.[ \t]+(?=\S)/;

/** More would be deeper than a message is shown. */
export const DEEPEST = 5;

type Level = { indent: number; width: number; number: number | null };

/** Recognises the items of lists, line by line, and remembers how they nest. */
export class ListMarks {
  private levels: Level[] = [];

  end(): void {
    this.levels = [];
  }

  /** The line's mark in Markdown and its text, or null when it isn't an item; then a list before it has ended. */
  read(line: string): { mark: string; text: string } | null {
    const bullet = BULLET.exec(line);
    const match = bullet ?? NUMBER.exec(line);
    const number = bullet ? null : Number(match?.[2]);
    if (!match || !this.enter(widthOf(match[1] ?? ""), number)) {
      this.end();
      return null;
    }
    const indent = this.levels.slice(0, -1).reduce((sum, { width }) => sum + width, 0);
    return { mark: `${" ".repeat(indent)}${markOf(number)}`, text: line.slice(match[0].length) };
  }

  /** False for a number that doesn't follow the one before it: Markdown would count on, and show another. */
  private enter(indent: number, number: number | null): boolean {
    while (this.levels.length > 1 && indent < (this.levels.at(-1)?.indent ?? 0)) this.levels.pop();
    const level = this.levels.at(-1);
    const width = markOf(number).length;
    if (!level || (indent > level.indent + 1 && this.levels.length < DEEPEST)) {
      this.levels.push({ indent, width, number });
      return true;
    }
    if (number !== null && level.number !== null && number !== level.number + 1) return false;
    this.levels[this.levels.length - 1] = { indent: level.indent, width, number };
    return true;
  }
}

const markOf = (number: number | null): string => (number === null ? "- " : `${number}. `);
const widthOf = (indent: string): number => indent.replaceAll("\t", "    ").length;
