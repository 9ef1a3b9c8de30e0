import type { Embed, EmbedButton } from "@/lib/messages/dto";
import { codePoints, oneLine } from "@/lib/text/text";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { literal, paragraphs } from "@/lib/webhooks/payload/markdown";
import { invalidAt, type Path, PayloadError, type Problem } from "@/lib/webhooks/payload/problem";
import { PAYLOAD_LIMITS, readPart, readPayload, type WebhookPost } from "@/lib/webhooks/payload/read-payload";
import { keptAttachments, readEntries } from "./attachments";
import { type Group, type Piece, readComponents } from "./components";
import { converted, readEmbed } from "./embeds";
import { type LaidCard, layCards, leadingText, withButtons } from "./layout";
import { type DiscordFile, Pictures } from "./pictures";
import { DiscordReading, type Fields, fieldsOf, itemsOf } from "./reading";

/** A message in Discord's format, and a sentence about what of it isn't shown. */
export type DiscordPost = { post: WebhookPost; leftOut: string | null };

/**
 * Reads Discord's payload. `attachment://name` refers to one of the `files`, and a message with files needs nothing
 * else to show. Throws AppError `invalid`.
 */
export function discord(payload: unknown, files: readonly DiscordFile[] = []): DiscordPost {
  return read(payload, files, files.length === 0);
}

/** The parts that an edit replaces; undefined parts don't change. */
export type DiscordEdit = {
  content: string | undefined;
  embeds: Embed[] | undefined;
  /** The ids of attachments to keep. */
  keepAttachments: bigint[] | undefined;
  leftOut: string | null;
};

/**
 * Reads an edit. `files` are those that the message will have afterwards, `stored` its embeds before: their buttons are
 * Discord's components, which change apart from its embeds. Throws AppError `invalid`.
 */
export function discordEdit(payload: unknown, files: readonly DiscordFile[], stored: readonly Embed[]): DiscordEdit {
  const { post, leftOut, isLaidOut } = read(payload, files, false);
  const fields = fieldsOf(payload);
  const has = (...keys: string[]) => keys.some((key) => fields[key] !== undefined);
  const cards = has("embeds") ? post.embeds : stored;
  const buttons = buttonsOf(has("components") ? post.embeds : stored);
  const changed = has("embeds", "components") ? withTheirButtons(cards, buttons) : undefined;
  return {
    content: has("content", "thread_name", "poll") || isLaidOut ? post.content : undefined,
    embeds: isLaidOut ? post.embeds : changed,
    keepAttachments: keptAttachments(payload),
    leftOut,
  };
}

const buttonsOf = (embeds: readonly Embed[]): EmbedButton[] => embeds.flatMap(({ buttons = [] }) => buttons);

/** Puts a message's buttons below its last card. */
function withTheirButtons(embeds: readonly Embed[], buttons: readonly EmbedButton[]): Embed[] {
  const cards = embeds.map(({ buttons: _, ...embed }): Embed => embed).filter((embed) => Object.keys(embed).length > 0);
  if (buttons.length === 0) return cards;
  return [...cards.slice(0, -1), withButtons(cards.at(-1) ?? {}, buttons)];
}

function read(payload: unknown, files: readonly DiscordFile[], isWhole: boolean): DiscordPost & { isLaidOut: boolean } {
  if (!isObject(payload)) return { post: readPayload(payload), leftOut: null, isLaidOut: false };
  const fields = fieldsOf(payload);
  const reading = new DiscordReading();
  const pictures = new Pictures(files, reading);
  const embeds = embedsOf(fields, reading, pictures);
  const sent = Array.isArray(embeds) ? embeds : [];
  const groups = readComponents(fields, reading, pictures);
  const isLaidOut = groups.some(({ pieces }) => pieces.some(({ kind }) => kind !== "buttons"));
  const { content, rest } = contentOf(fields, reading, groups, sent.length === 0);
  const cards = layOut(sent, rest);
  readEntries(fields, files, reading);
  const avatar = pictures.at(fields, "avatar_url", []);
  const own = {
    content,
    embeds: cards.length > 0 ? cards.map(({ card }) => card) : embeds,
    username: reading.take(fields, "username"),
    thread_key: reading.take(fields, "thread_key"),
    update_key: reading.take(fields, "update_key"),
    bump: reading.take(fields, "bump"),
    allowed_mentions: reading.takeAll(fields, "allowed_mentions"),
    ...(avatar && { avatar_url: avatar }),
  };
  const beyond = cards.map(({ buttons }) => ({ buttons }));
  const post = inSendersTerms(sent.length, () => (isWhole ? readPayload(own, beyond) : readPart(own, beyond)));
  return { post: { ...post, embeds: pictures.restore(post.embeds) }, leftOut: reading.leftOut(payload), isLaidOut };
}

function embedsOf(fields: Fields, reading: DiscordReading, pictures: Pictures): unknown {
  const sent = reading.take(fields, "embeds");
  if (!Array.isArray(sent)) return sent;
  // Nulls don't count. More than this are refused, so they needn't be read.
  const all = sent.flatMap((embed: unknown, index) => (embed === null ? [] : [{ embed, index }]));
  return all
    .slice(0, PAYLOAD_LIMITS.embeds + 1)
    .map(({ embed, index }) => readEmbed(embed, ["embeds", index], reading, pictures));
}

/** Returns the message's text: its own, and what has no place elsewhere. Components begin in it if no embed is above. */
function contentOf(fields: Fields, reading: DiscordReading, groups: Group[], mayLead: boolean) {
  const sent = reading.take(fields, "content");
  const content = converted(sent, PAYLOAD_LIMITS.content);
  const [name, poll] = [threadName(fields, reading), pollText(fields, reading)];
  const leading = mayLead ? leadingText(groups) : { text: "", rest: groups };
  const own = content ?? "";
  // What isn't a text is refused.
  if (typeof own !== "string") return { content, rest: groups };
  const all = paragraphs(name, own, poll, leading.text);
  if (codePoints(all) <= PAYLOAD_LIMITS.content) return { content: all, rest: leading.rest };
  const others: Piece[] = [name, poll].flatMap((markdown) => (markdown ? [{ kind: "text", markdown }] : []));
  const first = others.length > 0 ? [{ framed: false, color: undefined, pieces: others }] : [];
  return { content, rest: [...first, ...groups] };
}

type SentCard = { card: unknown; buttons: EmbedButton[] };

/** Adds what components show to the embeds. Buttons right below an embed belong to it. */
function layOut(embeds: readonly unknown[], groups: readonly Group[]): SentCard[] {
  const sent: SentCard[] = embeds.map((card) => ({ card, buttons: [] }));
  const last = sent.at(-1);
  const [first, ...others] = groups;
  const [lead] = first?.framed ? [] : (first?.pieces ?? []);
  const joins = last !== undefined && lead?.kind === "buttons";
  if (joins) last.buttons.push(...lead.buttons);
  const rest = joins && first ? [{ ...first, pieces: first.pieces.slice(1) }, ...others] : groups;
  const laid = layCards(rest, Math.max(1, PAYLOAD_LIMITS.embeds - sent.length));
  return [...sent, ...laid.map(({ buttons = [], ...card }: LaidCard) => ({ card, buttons }))];
}

/** Runs `act`. A problem of a card that was made of components is a problem of `components`. */
function inSendersTerms<T>(embeds: number, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error;
    const [first, ...others] = error.problems.map((problem): Problem => {
      const [part, index] = problem.path;
      const isLaid = part === "embeds" && typeof index === "number" && index >= embeds;
      return isLaid ? { ...problem, path: ["components"] } : problem;
    });
    throw first ? new PayloadError([first, ...others]) : error;
  }
}

/** Discord's own limits. */
const LIMITS = { threadName: 100, question: 300, answer: 55, answers: 10 } as const;

/** Returns the name of the forum post that Discord would start, as a line of Markdown. Throws AppError `invalid`. */
function threadName(payload: Fields, reading: DiscordReading): string {
  const name = lineOf(payload, "thread_name", LIMITS.threadName, [], reading);
  return name && `**${name}**`;
}

/** Returns a poll's question and answers as Markdown. Throws AppError `invalid`. */
function pollText(payload: Fields, reading: DiscordReading): string {
  if (payload.poll === undefined) return "";
  const poll = fieldsOf(reading.take(payload, "poll"));
  const question = lineOf(
    fieldsOf(reading.take(poll, "question")),
    "text",
    LIMITS.question,
    ["poll", "question"],
    reading,
  );
  const answers = itemsOf(reading.take(poll, "answers"));
  if (answers.length > LIMITS.answers) {
    throw invalidAt(["poll", "answers"], `can have at most ${LIMITS.answers} answers`);
  }
  const lines = answers.map((answer, index) => {
    const media = fieldsOf(reading.take(fieldsOf(answer), "poll_media"));
    const emoji = fieldsOf(reading.take(media, "emoji"));
    const icon = oneLine(reading.text(emoji, "name"));
    const path = ["poll", "answers", index, "poll_media"];
    const text = lineOf(media, "text", LIMITS.answer, path, reading);
    return [icon && emoji.id ? `:${icon}:` : icon, text].filter((each) => each !== "").join(" ");
  });
  const list = lines.filter((line) => line !== "").map((line) => `- ${line}`);
  return [question && `**${question}**`, ...list].filter((line) => line !== "").join("\n");
}

function lineOf(fields: Fields, key: string, most: number, path: Path, reading: DiscordReading): string {
  const line = oneLine(reading.text(fields, key));
  if (codePoints(line) > most) throw invalidAt([...path, key], `can have at most ${most} characters`);
  return line && literal(line);
}
