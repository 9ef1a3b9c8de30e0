import type { Mode } from "./inline";
import { mrkdwn, visibleText } from "./mrkdwn";

/** How a sender writes texts outside of blocks. */
export type Markup = {
  /** Converts a text to Parley's Markdown. */
  text: (text: string, mode?: Mode) => string;
  /** Returns a text without its markup. */
  plain: (text: string) => string;
};

/** Slack's own markup. */
export const SLACK: Markup = { text: mrkdwn, plain: (text) => visibleText(text) };

/** The delivery log is read by people. */
const MOST_REMARKS = 5;

/** One payload that is being read: its markup, and what the delivery log says about it. */
export class SlackReading {
  #made = 0;

  /** Adds at most six remarks to `remarks`. */
  constructor(
    readonly markup: Markup,
    private readonly remarks: string[],
  ) {}

  /** Says in the delivery log what wasn't taken as it was sent. */
  remark(sentence: string): void {
    this.#made += 1;
    if (this.#made <= MOST_REMARKS) this.remarks.push(sentence);
    else if (this.#made === MOST_REMARKS + 1) this.remarks.push("More of the payload was read like that.");
  }
}

/** A path in the payload, such as "attachments[0].ts". It's only spelled out for remarks and errors. */
export class PayloadPath {
  constructor(
    readonly reading: SlackReading,
    private readonly parent: PayloadPath | null = null,
    private readonly key: string | number = "",
  ) {}

  /** The path of a part. */
  at(key: string | number): PayloadPath {
    return new PayloadPath(this.reading, this, key);
  }

  /** Says in the delivery log what became of the value here. `what` continues a sentence that starts with the path. */
  remark(what: string): void {
    this.reading.remark(`${this} ${what}.`);
  }

  toString(): string {
    if (this.parent === null) return "";
    const before = this.parent.toString();
    return typeof this.key === "number" ? `${before}[${this.key}]` : `${before}${before && "."}${this.key}`;
  }
}
