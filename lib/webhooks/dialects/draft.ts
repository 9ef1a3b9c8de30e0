import type { MessageBody } from "@/lib/messages/draft";

/** How a sender speaks to a webhook. */
export type DialectName = "parley" | "slack" | "github" | "discord";

/** What every dialect makes of a sender's bytes: the same draft, whoever sent it. */
export type WebhookPost = MessageBody & {
  username: string | null;
  avatarUrl: string | null;
  /** Names the thread that the message goes to. */
  threadKey: string | null;
};

/**
 * Makes a draft of a sender's JSON, which can be anything. Pure and quick. Throws AppError `invalid`, in a sentence that says
 * what is wrong with it and names the field.
 */
export type Dialect = (payload: unknown) => WebhookPost;
