import type { MessageDto } from "@/lib/messages/dto";

/** Who looks at a channel's messages, and what they are there. */
export type Reader = {
  id: string;
  /** Has joined, and the channel isn't archived. */
  canAct: boolean;
  canManage: boolean;
};

export type Allowed = { react: boolean; edit: boolean; remove: boolean; pin: boolean; history: boolean };

/** What this reader may do to a message. The server decides again. */
export function allowed(message: Pick<MessageDto, "author" | "editedAt">, reader: Reader): Allowed {
  const { canAct, canManage } = reader;
  const isOwn = message.author.kind === "user" && message.author.id === reader.id;
  return {
    react: canAct,
    edit: canAct && isOwn,
    remove: canAct && (isOwn || canManage),
    pin: canAct,
    history: canAct && message.author.kind === "user" && message.editedAt !== null && (isOwn || canManage),
  };
}
