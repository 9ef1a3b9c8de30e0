import type { Transaction } from "@/lib/db/transaction";
import { openIncident, takeOverIncident, updateIncident } from "@/lib/messages/cards/incidents";
import { canBeOpen } from "@/lib/messages/cards/tones";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";
import type { Embed } from "@/lib/messages/dto";
import { changeCard, isSame } from "@/lib/messages/post/change-card";
import type { ComposeThing, ThingReply, ThingReport } from "@/lib/messages/thing-report";
import { carrierOf, withEntry } from "@/lib/messages/things/incident-group";
import { continuedIn, factsIn, incidentIn, mergeReport, textIn } from "@/lib/messages/things/registers";
import {
  isSameRegisters,
  newThing,
  type StoredThing,
  type StoredThings,
  startedAnew,
} from "@/lib/messages/things/stored-things";
import { isBlank } from "@/lib/text/text";

/** Posts a message. */
export type Insert = (draft: WebhookDraft) => Promise<CommittedRow>;

/** What a request did: the message that shows its thing, its reply, and the latest revision; each null without one. */
type Shown = {
  lineId: bigint | null;
  replyId: bigint | null;
  seq: bigint | null;
  rev: bigint | null;
  incidents: boolean;
};

type Request = { draft: WebhookDraft; report: ThingReport; compose: ComposeThing; insert: Insert };

/** Whose incident a group's is and was. */
type Carriers = Record<"from" | "to", { key: string; at: string } | null>;

/** One request about a thing: what it changes and posts. */
export class ThingPost {
  readonly #tx: Transaction;
  readonly #request: Request;
  readonly #things: StoredThings;
  readonly #now = new Date().toISOString();
  readonly #shown: Shown = { lineId: null, replyId: null, seq: null, rev: null, incidents: false };

  constructor(tx: Transaction, request: Request, things: StoredThings) {
    this.#tx = tx;
    this.#request = request;
    this.#things = things;
  }

  /** Merges the report and shows it. The caller stores the things. */
  async apply(): Promise<Shown> {
    const { report } = this.#request;
    const isChanged = this.#merge(report.key, report);
    if (report.reply) this.#merge(report.reply.key, { ...report.reply, replyTo: report.key });
    const carriers = await this.#joinGroup();
    await this.#showLine();
    await this.#showWatchers(isChanged);
    if (carriers) await this.#moveIncident(carriers);
    await this.#showReplies();
    return this.#shown;
  }

  /** Merges what the request says into a thing. Returns whether that changed anything. */
  #merge(key: string, said: ThingReport | (ThingReply & { replyTo: string })): boolean {
    const stored = this.#get(key);
    const thing = stored.isOld ? startedAnew(stored, "replyTo" in said ? null : this.#things) : stored;
    const registers = mergeReport(thing.registers, said, this.#now);
    if (isSameRegisters(registers, stored.registers)) return false;
    this.#things.set({ ...thing, registers });
    return true;
  }

  #get(key: string): StoredThing {
    return this.#things.get(key) ?? newThing(key);
  }

  get #own(): StoredThing {
    return this.#get(this.#request.report.key);
  }

  /** Tells the thing's group how it ended. Returns whose incident the group's is, if anything changed. */
  async #joinGroup(): Promise<Carriers | null> {
    const { key, registers } = this.#own;
    const ended = incidentIn(registers);
    if (!ended) return null;
    await this.#things.load(this.#tx, [ended.key]);
    const group = this.#get(ended.key);
    const before = group.isOld ? {} : group.registers;
    // A bad one that no one can see isn't an incident, but a good one ends it.
    const after = await this.#withoutGone(withEntry(before, key, ended.isBad && !this.#hasLine() ? null : ended));
    if (isSameRegisters(before, after)) return null;
    this.#things.set({ ...group, registers: after, isOld: false });
    return { from: carrierOf(before), to: carrierOf(after) };
  }

  #hasLine(): boolean {
    const { report, draft } = this.#request;
    return this.#own.message !== null || (report.hasLine && draft.skip == null);
  }

  /** Leaves out the group's incident if its line was deleted, so that the next bad one is an incident. */
  async #withoutGone(group: StoredThing["registers"]): Promise<StoredThing["registers"]> {
    const carrier = carrierOf(group);
    if (!carrier || carrier.key === this.#own.key) return group;
    await this.#things.load(this.#tx, [carrier.key]);
    return this.#get(carrier.key).message ? group : withEntry(group, carrier.key, null);
  }

  async #showLine(): Promise<void> {
    const { draft, report } = this.#request;
    const own = this.#own;
    if (own.message) {
      this.#shown.lineId = own.message.id;
      await this.#change(own);
    } else if (report.hasLine && draft.skip == null && (await this.#hasTitle(own))) {
      // Of a request that is also a reply, the reply is what says something new.
      const content = report.reply ? "" : draft.content;
      const silent = draft.silent === true || draft.threadOnly === true;
      const { id, embeds } = await this.#post(own, { content, silent });
      this.#shown.lineId = id;
      const place = { channelId: this.#things.channelId, messageId: id };
      const former = continuedIn(own.registers)?.id ?? null;
      const formerId = former === null ? null : BigInt(former);
      if (await openIncident(this.#tx, { ...draft, embeds }, place, formerId)) this.#shown.incidents = true;
    }
  }

  /** Whether there is something to show yet. */
  async #hasTitle(thing: StoredThing): Promise<boolean> {
    const [embed] = await this.#compose(thing);
    return !isBlank(embed?.title);
  }

  /** Shows the thing in the lines that watch it. */
  async #showWatchers(isChanged: boolean): Promise<void> {
    const watchers = this.#things.watchersOf(this.#request.report.key);
    for (const each of watchers.sort(byMessage)) {
      if (!each.message) continue;
      this.#shown.lineId ??= each.message.id;
      if (isChanged) await this.#change(each);
    }
  }

  async #moveIncident({ from, to }: Carriers): Promise<void> {
    const own = this.#own.key;
    if (from?.key === to?.key) {
      if (to && to.key !== own) await this.#goOn(to.key);
      return;
    }
    await this.#things.load(
      this.#tx,
      [from, to].flatMap((each) => each?.key ?? []),
    );
    if (to && to.key !== own) await this.#change(this.#get(to.key));
    if (!from) return;
    const [former, now] = [this.#get(from.key).message, to && this.#get(to.key).message];
    // One that began earlier, of which Parley hears only now, is the same incident. One that comes after a good one isn't.
    if (former && now && to && to.at < from.at) await takeOverIncident(this.#tx, former.id, now.id);
    if (from.key !== own) await this.#change(this.#get(from.key));
  }

  /** Another bad one keeps the incident open, and opens it again if someone closed it. */
  async #goOn(key: string): Promise<void> {
    const ended = incidentIn(this.#own.registers);
    await this.#things.load(this.#tx, [key]);
    const { message } = this.#get(key);
    if (!message || !ended?.isBad) return;
    const place = { channelId: this.#things.channelId, messageId: message.id };
    if (await updateIncident(this.#tx, this.#request.draft, place, message.embeds)) this.#shown.incidents = true;
  }

  /** Shows the request's reply, and those that waited for the line. */
  async #showReplies(): Promise<void> {
    const { draft, report } = this.#request;
    const reply = report.reply ? this.#get(report.reply.key) : null;
    const { message: line } = this.#own;
    const root = line && (line.rootId ?? line.id);
    if (reply?.message) {
      this.#shown.replyId = reply.message.id;
      await this.#change(reply);
    } else if (reply && reply.goneId === null && draft.skip == null) {
      if (root === null) this.#things.set({ ...reply, isHeld: true });
      else this.#shown.replyId = (await this.#post(reply, { content: draft.content, threadRootId: root })).id;
    }
    if (root === null) return;
    const held = this.#things.watchersOf(this.#own.key).filter(({ isHeld }) => isHeld);
    for (const each of held.sort(byTime)) await this.#post(each, { content: "", threadRootId: root });
  }

  /** Posts a thing's message. */
  async #post(thing: StoredThing, as: Partial<WebhookDraft>): Promise<{ id: bigint; embeds: Embed[] }> {
    const { draft, insert } = this.#request;
    const embeds = await this.#compose(thing);
    const likeness = (as.threadRootId == null && gathers(thing, embeds) && draft.likeness) || null;
    const plain = { thing: null, updateKey: null, threadKey: null, idempotency: null, skip: null, threadOnly: false };
    const row = await insert({ ...draft, ...plain, embeds, likeness, ...as });
    const { id, seq } = row;
    if (row.refused !== null || id === null || seq === null) throw new Error(`A thing was refused: ${row.refused}.`);
    this.#note(row);
    const rootId = as.threadRootId ?? (likeness == null ? null : await rootOf(this.#tx, id));
    const message = { id, seq, rootId, content: as.content ?? draft.content, embeds };
    this.#things.set({ ...thing, message, isHeld: false, goneId: null });
    return { id, embeds };
  }

  /** Changes a thing's message if it would show something else. */
  async #change(thing: StoredThing): Promise<void> {
    const { message } = thing;
    if (!message) return;
    const embeds = await this.#compose(thing);
    if (isSame(message.embeds, embeds)) return;
    const place = { id: message.id, channelId: this.#things.channelId };
    // Its text, such as a rule's mention, is the one it was posted with.
    const changed = await changeCard(this.#tx, this.#request.draft, place, ({ content }) => ({ content, embeds }));
    message.embeds = embeds;
    if (changed) this.#note(changed);
  }

  async #compose({ key, registers }: StoredThing): Promise<Embed[]> {
    const [watches, group] = [textIn(registers, "watches"), incidentIn(registers)?.key ?? null];
    await this.#things.load(
      this.#tx,
      [watches, group].flatMap((each) => each ?? []),
    );
    const watched = watches === null ? {} : factsIn(this.#get(watches).registers);
    const mayBeOpen = group === null || carrierOf(this.#get(group).registers)?.key === key;
    const isLine = textIn(registers, "replyTo") === null;
    const embed = this.#request.compose(factsIn(registers), { watched, mayBeOpen, isLine });
    const former = continuedIn(registers);
    if (!former) return [embed];
    const { seq, channel } = former;
    const quote = { channelId: `${this.#things.channelId}`, seq, channel };
    return [embed, { description: "Continues an earlier message.", quote }];
  }

  #note({ seq, rev, incidents }: Pick<CommittedRow, "seq" | "rev" | "incidents">): void {
    this.#shown.seq = greatest(this.#shown.seq, seq);
    this.#shown.rev = greatest(this.#shown.rev, rev);
    if (incidents) this.#shown.incidents = true;
  }
}

/** Whether a new line gathers in a storm: it's something bad that goes on, and not its branch's incident anyway. */
function gathers({ registers }: StoredThing, [embed]: readonly Embed[]): boolean {
  const state = embed?.card?.state;
  return state?.open === true && canBeOpen(state.tone) && incidentIn(registers) === null;
}

async function rootOf(tx: Transaction, id: bigint): Promise<bigint | null> {
  const { threadRootId } = await tx.message.findUniqueOrThrow({ where: { id }, select: { threadRootId: true } });
  return threadRootId;
}

function byMessage(one: StoredThing, other: StoredThing): number {
  return (one.message?.id ?? 0n) < (other.message?.id ?? 0n) ? -1 : 1;
}

function byTime(one: StoredThing, other: StoredThing): number {
  return latest(one) < latest(other) ? -1 : 1;
}

function latest({ registers }: StoredThing): string {
  const times = Object.values(registers).map(({ at }) => at);
  return times.sort().at(-1) ?? "";
}

function greatest(one: bigint | null, other: bigint | null): bigint | null {
  return one === null || (other !== null && other > one) ? other : one;
}
