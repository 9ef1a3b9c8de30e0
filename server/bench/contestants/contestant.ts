/** Something that takes posts, and whose speed is compared with the others'. */
export type Contestant = {
  name: string;
  port: number;
  /** Its process, of which all that it starts counts too. */
  pid: number;
  /** The paths of webhooks' URLs, each of a channel of its own. */
  paths: readonly string[];
  /** Resolves once it has done what it put off while posts came, or when that takes too long. */
  settle: () => Promise<void>;
  stop: () => Promise<void>;
};
