import type { MessageBody } from "@/lib/messages/draft";

/** What every dialect makes of a sender's bytes: the same draft, whoever sent it. */
export type WebhookPost = MessageBody & { username: string | null; avatarUrl: string | null };

/** A body to JSON. Throws AppError `invalid`, in a sentence that says what is wrong with it. */
export type Dialect = (body: Uint8Array) => WebhookPost;
