import type { CheckedMessage } from "./check-message";
import type { Matches } from "./matches";
import type { Kinds } from "./source";

/** What an import does, or did. */
export type ImportReport = {
  tool: string;
  people: Pick<Matches["done"], "matched" | "accounts" | "deactivated" | "admins">;
  /** How many people get an avatar. */
  avatars: number;
  /** The handles of the user groups that are made. */
  groups: readonly string[];
  /** How many custom emoji are added. */
  emoji: number;
  channels: { made: number; direct: number; continued: readonly string[] };
  /** In the export, and how many of them an earlier import has imported. */
  messages: { all: number; before: number; replies: number };
  reactions: number;
  files: number;
  /** When the first and the last message were written; null without messages. */
  from: Date | null;
  to: Date | null;
  /** What isn't imported, and what comes as something else. */
  leftOut: Kinds;
  changed: Kinds;
  /** How many messages retention deletes soon, because they're too old. */
  expiring: number;
};

/** Counts messages as they are read. */
export class Counter {
  all = 0;
  before = 0;
  replies = 0;
  reactions = 0;
  files = 0;
  expiring = 0;
  from: Date | null = null;
  to: Date | null = null;

  add({ rootKey, reactions, files, createdAt }: CheckedMessage): void {
    this.all += 1;
    if (rootKey !== null) this.replies += 1;
    this.reactions += reactions.length;
    this.files += files.filter(({ gone }) => gone === undefined).length;
    if (this.from === null || createdAt < this.from) this.from = createdAt;
    if (this.to === null || createdAt > this.to) this.to = createdAt;
  }
}
