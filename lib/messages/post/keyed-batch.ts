import { saidOfIncident } from "@/lib/messages/cards/incidents";
import { isOver as isCauseOver } from "@/lib/messages/cards/likeness";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";
import type { Embed } from "@/lib/messages/dto";
import { isSame } from "@/lib/messages/post/change-card";
import { TAKEN } from "@/lib/messages/post/claims";
import { type KeyedParts, keyedStatement } from "@/lib/messages/post/insert-statement";
import { isAlike } from "@/lib/messages/post/post-storm";
import {
  beginStorm,
  isDue,
  keyOf,
  learn,
  placeIn,
  type Root,
  type Run,
  type StoredRoot,
  type StormState,
  takeAdded,
} from "@/lib/messages/post/storms";
import { isOver, withFormerFields } from "@/lib/messages/post/update-by-key";
import { storedEmbeds } from "@/lib/messages/stored-embeds";

// Why: docs/decisions/one-statement-posts.md

/** Returns a draft's texts by the names of their columns. */
export type SaidBy = (draft: WebhookDraft) => Record<string, unknown>;

/** A webhook and its channel, whose rows are locked, and whether it can post. */
export type Place = { id: string; channel_id: string; msg_seq: string; rev: string; refused: CommittedRow["refused"] };

/** What the locked rows' channel has of the drafts' keys. */
export type State = {
  ids: string[];
  known: { key: string; formerId: string; message: (Omit<Target, "embeds"> & { embeds: unknown }) | null }[] | null;
  taken: { key: string | null; signature: string | null }[] | null;
  stormId?: string | null;
  lines?: number;
  roots?: StoredRoot[] | null;
};

/** `causes` are the keys of the causes that were looked up. */
export type Read = { state: State; causes: readonly string[] };

/** The message that an update key refers to, if it can be changed. `inChannel` are its replies that show its beginning. */
type Target = { readonly id: string; readonly content: string; readonly embeds: Embed[]; readonly inChannel: string[] };

/** `formerId` is the message that a key refers to, whether or not it can be changed. */
type Known = { formerId: string; target: Target | null };

type Claim = { key: string | null; signature: string | null };

type New = Record<string, unknown> & { id: string; seq: string; rev: string; replies: number; last_reply_seq?: string };

type Edit = Record<string, unknown> & {
  id: string;
  rev: string;
  updated: boolean;
  replies: number;
  last_reply_seq?: string;
};

const USED = {
  name: "parley_keyed_used",
  text: "UPDATE webhooks SET last_used_at = now() WHERE id = $1",
};

/**
 * Decides about one draft after the other, as if each was posted alone, what it changes and which numbers that takes. The
 * webhook's and the channel's rows are locked.
 */
export class KeyedBatch {
  readonly #webhookId: bigint;
  readonly #channelId: bigint;
  readonly #ids: string[];
  readonly #keys = new Map<string, Known>();
  readonly #claimed: Claim[];
  readonly #storm: StormState | null;
  #placed = false;
  #seq: bigint;
  #rev: bigint;
  #isUsed = false;
  #news = new Map<string, New>();
  #edits = new Map<string, Edit>();
  #claims: object[] = [];
  /** The places in the answer of those whose incident may be closed, by its message. */
  #closing = new Map<string, number>();
  #taken = 0;

  constructor(webhookId: bigint, place: Place, { state, causes }: Read) {
    this.#webhookId = webhookId;
    this.#channelId = BigInt(place.channel_id);
    [this.#seq, this.#rev] = [BigInt(place.msg_seq), BigInt(place.rev)];
    this.#ids = state.ids;
    this.#claimed = state.taken ?? [];
    for (const { key, formerId, message } of state.known ?? []) {
      const target = message && { ...message, embeds: (message.embeds ?? []) as Embed[] };
      this.#keys.set(key, { formerId, target });
    }
    this.#storm = causes.length > 0 ? stormIn(webhookId, this.#channelId, { state, causes }) : null;
  }

  /** What is known of the webhook's storm, if any draft was placed by it. */
  get storm(): StormState | null {
    return this.#placed ? this.#storm : null;
  }

  /** Returns whether the draft is about a message that was posted or changed, but isn't stored yet. */
  hasChanged(draft: WebhookDraft): boolean {
    const formerId = this.#known(draft)?.formerId;
    return formerId !== undefined && (this.#news.has(formerId) || this.#edits.get(formerId)?.updated === true);
  }

  /** Returns whether a storm has to begin before the draft is taken. */
  beginsStorm(draft: WebhookDraft): boolean {
    if (!this.#storm || !isAlike(draft) || !isDue(this.#storm)) return false;
    return !this.#hasClaimed(draft) && this.#changedBy(draft) === null;
  }

  async beginStorm(run: Run): Promise<void> {
    if (this.#storm) await beginStorm(run, this.#storm);
  }

  /** Returns what becomes of a draft. */
  take(draft: WebhookDraft, saidBy: SaidBy): Omit<CommittedRow, "ord"> {
    const place = this.#taken;
    this.#taken += 1;
    if (this.#hasClaimed(draft)) return TAKEN;
    this.#isUsed = true;
    const target = this.#changedBy(draft);
    return target ? this.#update(draft, target, place) : this.#post(draft, saidBy(draft), place);
  }

  #known({ updateKey }: WebhookDraft): Known | null {
    return (updateKey != null && this.#keys.get(updateKey)) || null;
  }

  /** Returns the message that a draft changes, or null if it's a new one. */
  #changedBy(draft: WebhookDraft): Target | null {
    const target = draft.bump ? null : (this.#known(draft)?.target ?? null);
    return target && !isOver(target, draft) ? target : null;
  }

  #hasClaimed({ idempotency }: WebhookDraft): boolean {
    if (!idempotency) return false;
    const { key, signature } = claimOf(idempotency);
    return this.#claimed.some(
      (each) => (key !== null && each.key === key) || (signature !== null && each.signature === signature),
    );
  }

  #claim({ idempotency }: WebhookDraft, id: string): void {
    if (!idempotency) return;
    const claim = claimOf(idempotency);
    this.#claimed.push(claim);
    this.#claims.push({ ...claim, body_hash: idempotency.bodyHash.toString("hex"), message_id: id });
  }

  #post(draft: WebhookDraft, said: Record<string, unknown>, place: number): Omit<CommittedRow, "ord"> {
    const formerId = this.#known(draft)?.formerId ?? null;
    const placing = this.#storm && isAlike(draft) ? placeIn(this.#storm, keyOf(draft)) : null;
    if (placing) this.#placed = true;
    // Lines that no storm gathers lead to one, too.
    else if (this.#storm && this.#storm.stormId === null) this.#storm.lines += 1;
    const id = this.#ids[place];
    if (id === undefined) throw new Error("There is no ID for a draft.");
    const root = placing?.isReply ? idOf(placing.root) : null;
    if (placing && !placing.isReply) placing.root.id = BigInt(id);
    this.#seq += 1n;
    this.#rev += 1n;
    const silent = draft.silent === true || placing?.isReply === true || (placing?.isReply === false && placing.again);
    const incident = draft.updateKey == null ? { severity: null } : saidOfIncident(draft, draft.embeds);
    this.#news.set(id, {
      ...said,
      id,
      seq: `${this.#seq}`,
      rev: `${this.#rev}`,
      silent: silent || undefined,
      root: root ?? undefined,
      replies: 0,
      update_key: draft.updateKey ?? undefined,
      former_id: formerId ?? undefined,
      ...incident,
    });
    const seq = this.#seq;
    if (root !== null) this.#reply(root, seq);
    this.#claim(draft, id);
    if (draft.updateKey != null) {
      this.#keys.set(draft.updateKey, {
        formerId: id,
        target: targetOf(id, draft.content, draft.embeds, []),
      });
    }
    if (formerId !== null) this.#closing.set(formerId, place);
    const incidents = incident.severity !== null;
    return { refused: null, id: BigInt(id), channel_id: this.#channelId, seq, rev: this.#rev, incidents };
  }

  /** Counts a reply in a thread, whose root gets a revision. */
  #reply(rootId: string, seq: bigint): void {
    this.#rev += 1n;
    const root = this.#news.get(rootId) ?? this.#edit(rootId);
    root.replies += 1;
    root.last_reply_seq = `${seq}`;
    root.rev = `${this.#rev}`;
  }

  #edit(id: string): Edit {
    const edit = this.#edits.get(id) ?? { id, rev: "", updated: false, replies: 0 };
    this.#edits.set(id, edit);
    return edit;
  }

  #update(draft: WebhookDraft, target: Target, place: number): Omit<CommittedRow, "ord"> {
    const { id, embeds: before } = target;
    const row = { refused: null, id: BigInt(id), channel_id: this.#channelId, seq: null, rev: null };
    this.#claim(draft, id);
    const { content } = draft;
    const embeds = draft.keepFields ? withFormerFields(draft, before) : draft.embeds;
    if (content === target.content && isSame(before, embeds)) return row;
    this.#rev += 1n;
    const incident = saidOfIncident(draft, embeds);
    const said = { content, embeds: embeds.length > 0 ? embeds : undefined, ...incident };
    Object.assign(this.#edit(id), said, { updated: true, rev: `${this.#rev}` });
    for (const each of target.inChannel) {
      this.#rev += 1n;
      this.#edit(each).rev = `${this.#rev}`;
    }
    const known = this.#known(draft);
    if (known) known.target = targetOf(id, content, embeds, target.inChannel);
    this.#endCausesOf(BigInt(id), embeds[0]);
    if (incident.severity === null) this.#closing.set(id, place);
    return { ...row, seq: this.#seq, rev: this.#rev, incidents: incident.severity !== null };
  }

  /** Others don't gather below a card that isn't bad anymore. */
  #endCausesOf(id: bigint, card: Embed | undefined): void {
    for (const [key, cause] of this.#storm?.causes ?? []) {
      if (cause?.root?.id === id && isCauseOver(key, storedEmbeds([card ?? {}])[0])) cause.root = null;
    }
  }

  /** Returns the statement that stores what isn't stored yet, or null if there's nothing. */
  written(): { name: string; text: string; values: unknown[]; closing: Map<string, number> } | null {
    if (!this.#isUsed) return null;
    const [news, edits, claims, closing] = [
      [...this.#news.values()],
      [...this.#edits.values()],
      this.#claims,
      this.#closing,
    ];
    const isChange = news.length > 0 || edits.length > 0 || claims.length > 0;
    const stormId = this.#storm?.stormId ?? null;
    const parts: KeyedParts = {
      news: news.length > 0,
      edits: edits.length > 0,
      storm: stormId !== null && news.length > 0 && this.#placed,
      claims: claims.length > 0,
      incidents: closing.size > 0 || [...news, ...edits].some(({ severity }) => severity != null),
    };
    const { seq, rev } = { seq: `${this.#seq}`, rev: `${this.#rev}` };
    const causes =
      parts.storm && this.#storm ? takeAdded(this.#storm).map(({ key, id }) => ({ key, id: `${id}` })) : [];
    const decided = { seq, rev, storm: stormId === null ? null : `${stormId}`, causes, news, edits, claims };
    [this.#isUsed, this.#news, this.#edits, this.#claims, this.#closing] = [false, new Map(), new Map(), [], new Map()];
    if (!isChange) return { ...USED, values: [this.#webhookId], closing };
    return { ...statementFor(parts), values: [this.#webhookId, this.#channelId, JSON.stringify(decided)], closing };
  }
}

function stormIn(webhookId: bigint, channelId: bigint, { state, causes }: Read): StormState {
  const { stormId, lines = 0, roots = null } = state;
  const storm: StormState = {
    id: webhookId,
    channelId,
    stormId: stormId == null ? null : BigInt(stormId),
    lines,
    placed: [],
    causes: new Map(),
  };
  learn(storm, causes, roots);
  return storm;
}

function idOf({ id }: Root): string {
  if (id === null) throw new Error("A storm's root has no message.");
  return `${id}`;
}

function claimOf({ key, signature }: NonNullable<WebhookDraft["idempotency"]>): Claim {
  return { key, signature: signature ? Buffer.from(signature).toString("hex") : null };
}

/** Returns a message that this batch stores. Its cards are as they'll be read, which most batches never ask for. */
function targetOf(id: string, content: string, embeds: readonly Embed[], inChannel: string[]): Target {
  let stored: Embed[] | undefined;
  return {
    id,
    content,
    inChannel,
    get embeds() {
      stored ??= JSON.parse(JSON.stringify(embeds)) as Embed[];
      return stored;
    },
  };
}

const statements = new Map<string, { name: string; text: string }>();

function statementFor(parts: KeyedParts): { name: string; text: string } {
  const chosen = Object.entries(parts).flatMap(([part, isIn]) => (isIn ? part : []));
  const name = ["parley_keyed", ...chosen].join("_");
  const statement = statements.get(name) ?? { name, text: keyedStatement(parts) };
  statements.set(name, statement);
  return statement;
}
