import type { MessageDto } from "@/lib/messages/dto";

/** Who looks at a channel's messages, and what they are there. */
export type Reader = {
  id: string;
  /** Has joined, and the channel isn't archived. */
  canAct: boolean;
  canManage: boolean;
};

export type Allowed = {
  react: boolean;
  reply: boolean;
  edit: boolean;
  remove: boolean;
  pin: boolean;
  history: boolean;
};

/** What this reader may do to a message. The server decides again. */
export function allowed(
  message: Pick<MessageDto, "author" | "editedAt" | "updateCount" | "deleted">,
  reader: Reader,
): Allowed {
  const { canAct, canManage } = reader;
  // Only the thread of a deleted message is left, so one can only reply.
  if (message.deleted) return { react: false, reply: canAct, edit: false, remove: false, pin: false, history: false };
  const isOwn = message.author.kind === "user" && message.author.id === reader.id;
  return {
    react: canAct,
    reply: canAct,
    edit: canAct && isOwn,
    remove: canAct && (isOwn || canManage),
    pin: canAct,
    history:
      message.updateCount > 0 ||
      (canAct && message.author.kind === "user" && message.editedAt !== null && (isOwn || canManage)),
  };
}
