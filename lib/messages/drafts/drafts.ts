import { asReader } from "@/lib/channels/as-member";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import type { DraftDto, DraftSaveResult } from "@/lib/messages/drafts/dto";
import type { NewDraft } from "@/lib/messages/drafts/schema";
import { asPerson, type ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countLimit } from "@/lib/process/limits";
import { AppError, noSuchRoot } from "@/lib/text/errors";
import { type Page, page } from "@/lib/text/page";

// Why: docs/decisions/drafts.md

const MOST = () => countLimit("drafts", 200);
const PAGE = 100;

type Row = {
  conversationId: bigint;
  channelId: bigint;
  text: string;
  marks: unknown;
  inChannel: boolean;
  rev: bigint;
  writtenAt: Date;
};

/**
 * Returns a page of the user's drafts, after that of a conversation, also of channels that they have left, because it's
 * their text.
 */
export async function listDrafts({ id: userId }: Pick<SessionUser, "id">, after?: bigint): Promise<Page<DraftDto>> {
  const ids = await db().draft.findMany({
    where: { userId, ...(after !== undefined && { conversationId: { gt: after } }) },
    orderBy: { conversationId: "asc" },
    take: PAGE + 1,
    select: { conversationId: true },
  });
  return page(ids, {
    most: PAGE,
    cursorOf: ({ conversationId }) => `${conversationId}`,
    toItems: async (some) => {
      const among = some.map(({ conversationId }) => conversationId);
      const rows = await db().draft.findMany({ where: { userId, conversationId: { in: among } } });
      const found = new Map(rows.map((row) => [row.conversationId, toDto(row)]));
      return some.map((each) => found.get(each.conversationId) ?? null);
    },
  });
}

/**
 * Saves a draft, or deletes it if the text is blank, unless another device changed it since `base`. Throws `not_found`
 * for a channel or thread that the user can't see, and `forbidden` if they have 200 drafts.
 */
export async function saveDraft(user: SessionUser, conversationId: bigint, draft: NewDraft): Promise<DraftSaveResult> {
  const key = { userId: user.id, conversationId };
  const saved =
    draft.text.trim() === ""
      ? await asPerson(user, (tx) => remove(tx, key, draft.base))
      : await store(user, conversationId, draft);
  if (saved) {
    publish({ kind: "drafts", userId: user.id });
    return saved;
  }
  const now = await db().draft.findUnique({ where: { userId_conversationId: key } });
  return { saved: false, now: now && toDto(now) };
}

async function remove(
  tx: ProvenTx,
  key: { userId: bigint; conversationId: bigint },
  base: bigint | null,
): Promise<DraftSaveResult | null> {
  const { count } = await tx.draft.deleteMany({ where: { ...key, rev: base ?? 0n } });
  if (count > 0) return { saved: true, rev: null };
  // Already gone is as good.
  return (await tx.draft.count({ where: key })) === 0 ? { saved: true, rev: null } : null;
}

function store(user: SessionUser, conversationId: bigint, draft: NewDraft): Promise<DraftSaveResult | null> {
  const place = { user, channel: { id: draft.channelId } };
  return asReader(place, (tx) => insert(tx, user, conversationId, draft), { alone: "person" });
}

async function insert(
  tx: ProvenTx,
  user: SessionUser,
  conversationId: bigint,
  { channelId, text, marks, inChannel, base, at }: NewDraft,
): Promise<DraftSaveResult | null> {
  const root = { id: conversationId, channelId, threadRootId: null };
  if (conversationId !== channelId && (await tx.message.count({ where: root })) === 0) {
    throw noSuchRoot();
  }
  const others = await tx.draft.count({ where: { userId: user.id, NOT: { conversationId } } });
  if (others >= MOST()) {
    throw new AppError("forbidden", `You can have ${MOST()} drafts. Send or discard some of them first.`);
  }
  const [row] = await tx.$queryRaw<{ rev: bigint }[]>`
    INSERT INTO drafts AS d (user_id, conversation_id, channel_id, text, marks, in_channel, written_at)
    VALUES (${user.id}, ${conversationId}, ${channelId}, ${text}, ${JSON.stringify(marks)}::jsonb, ${inChannel},
      ${new Date(at)})
    ON CONFLICT (user_id, conversation_id) DO UPDATE SET text = excluded.text, marks = excluded.marks,
      in_channel = excluded.in_channel, written_at = excluded.written_at, rev = parley_id()
    WHERE d.rev = ${base ?? 0n}
    RETURNING rev`;
  return row ? { saved: true, rev: `${row.rev}` } : null;
}

function toDto({ conversationId, channelId, text, marks, inChannel, rev, writtenAt }: Row): DraftDto {
  return {
    conversationId: `${conversationId}`,
    channelId: `${channelId}`,
    text,
    // Only `store` writes it, after validation.
    marks: marks as Record<string, string>,
    ...(inChannel && { inChannel }),
    rev: `${rev}`,
    at: writtenAt.getTime(),
  };
}
