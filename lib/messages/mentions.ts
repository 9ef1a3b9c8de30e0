import { parseId } from "@/lib/ids";
import type { MessageDraft } from "@/lib/messages/draft";
import { mentionsIn, namedIds } from "@/lib/messages/markdown/mention-grammar";

// Few enough that a message naming thousands costs nothing; nobody pings more people than this one by one.
const MOST_NAMED = 100;

/** Whom a message pings, before the channel has its say: people by id, and everyone. */
export type Pings = { userIds: bigint[]; everyone: boolean };

/** The ids that the text names as `<@id>`, each once, at most a hundred. */
export function namedIn(text: string): bigint[] {
  return parsed(namedIds(text));
}

/**
 * Whom a draft pings: a person's message whomever it names, a webhook's nobody but those whom its `allowed_mentions` lets
 * through. Names in code are not meant for anybody.
 */
export function pingsOf({ kind, content, allowedMentions }: MessageDraft): Pings {
  if (kind === "webhook" && allowedMentions === null) return { userIds: [], everyone: false };
  const { ids, everyone } = mentionsIn(content);
  const named = parsed(ids);
  if (kind === "user") return { userIds: named, everyone };
  const parse = allowedMentions?.parse ?? [];
  const listed = new Set(allowedMentions?.users ?? []);
  return {
    userIds: parse.includes("users") ? named : named.filter((id) => listed.has(`${id}`)),
    everyone: everyone && parse.includes("everyone"),
  };
}

function parsed(ids: readonly string[]): bigint[] {
  return ids.flatMap((id) => parseId(id) ?? []).slice(0, MOST_NAMED);
}
