import { randomUUID } from "node:crypto";
import type { Embed } from "@/lib/messages/dto";
import { firstCodePoints, parseId, storableText } from "@/lib/text";

import { invalidAt } from "@/lib/webhooks/format/problem";
import { readPart, readPayload, type WebhookPost } from "@/lib/webhooks/format/read-payload";

// The schema accepts only http(s) URLs, so a file name is passed through it as a URL that can't exist or be guessed.
const STAND_IN = `https://${randomUUID()}.invalid/`;
// A file's description is cut after this many code points.
const DESCRIPTION = 1024;

/** The parts that an edit replaces; undefined parts don't change. */
export type DiscordEdit = {
  content: string | undefined;
  embeds: Embed[] | undefined;
  /** The ids of attachments to keep. */
  keepAttachments: bigint[] | undefined;
};

/**
 * Reads Discord's payload, which is Parley's own plus files: `attachment://name` in an embed refers to one of
 * `fileNames`. A message with files needs nothing else to show. Throws AppError `invalid`.
 */
export function discord(payload: unknown, fileNames: readonly string[] = []): WebhookPost {
  const prepared = prepare(payload, fileNames);
  const post = fileNames.length > 0 ? readPart(prepared) : readPayload(prepared);
  return { ...post, embeds: restore(post.embeds, fileNames) };
}

/** Reads an edit. `fileNames` are the files that the message will have afterwards. */
export function discordEdit(payload: unknown, fileNames: readonly string[]): DiscordEdit {
  const { content, embeds } = readPart(prepare(payload, fileNames));
  const has = (key: string) => Reflect.get(Object(payload), key) !== undefined;
  return {
    content: has("content") ? content : undefined,
    embeds: has("embeds") ? restore(embeds, fileNames) : undefined,
    keepAttachments: keptAttachments(payload),
  };
}

/** Returns the alt text of the uploaded file at `index`. */
export function descriptionOf(payload: unknown, index: number): string {
  const all: unknown = Reflect.get(Object(payload), "attachments");
  if (!Array.isArray(all)) return "";
  const isMine = (id: unknown) => id === index || id === `${index}`;
  const mine: unknown = all.slice(0, 20).find((each: unknown) => isMine(Reflect.get(Object(each), "id")));
  const description: unknown = Reflect.get(Object(mine), "description");
  if (typeof description !== "string") return "";
  return firstCodePoints(storableText(description), DESCRIPTION).toWellFormed();
}

function prepare(payload: unknown, fileNames: readonly string[]): unknown {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return payload;
  const { content, embeds, ...rest } = payload as Record<string, unknown>;
  return {
    ...rest,
    content: typeof content === "string" ? plainTags(content) : content,
    embeds: Array.isArray(embeds)
      ? embeds
          .filter((embed: unknown) => embed !== null)
          .slice(0, 11)
          .map((embed: unknown, index) => prepareEmbed(embed, index, fileNames))
      : embeds,
  };
}

function prepareEmbed(embed: unknown, index: number, fileNames: readonly string[]): unknown {
  if (typeof embed !== "object" || embed === null || Array.isArray(embed)) return embed;
  const prepared: Record<string, unknown> = { ...embed };
  if (typeof prepared.description === "string") prepared.description = plainTags(prepared.description);
  for (const [part, key] of ADDRESSES) {
    const holder = prepared[part];
    const url: unknown = Reflect.get(Object(holder), key);
    if (typeof url !== "string" || !url.startsWith("attachment://")) continue;
    const file = fileNames.indexOf(url.slice("attachment://".length));
    if (file === -1) throw invalidAt(["embeds", index, part, key], "names a file that isn't attached");
    prepared[part] = { ...Object(holder), [key]: `${STAND_IN}${file}` };
  }
  return prepared;
}

const ADDRESSES = [
  ["image", "url"],
  ["thumbnail", "url"],
  ["author", "icon_url"],
  ["footer", "icon_url"],
] as const;

function restore(embeds: readonly Embed[], fileNames: readonly string[]): Embed[] {
  const back = (url: string) =>
    url.startsWith(STAND_IN) ? `attachment://${fileNames[Number(url.slice(STAND_IN.length))] ?? ""}` : url;
  return embeds.map((embed) => ({
    ...embed,
    ...(embed.image && { image: { url: back(embed.image.url) } }),
    ...(embed.thumbnail && { thumbnail: { url: back(embed.thumbnail.url) } }),
    ...(embed.author?.icon_url && { author: { ...embed.author, icon_url: back(embed.author.icon_url) } }),
    ...(embed.footer?.icon_url && { footer: { ...embed.footer, icon_url: back(embed.footer.icon_url) } }),
  }));
}

/** Returns the ids of the attachments that an edit keeps; undefined keeps all. Throws AppError `invalid`. */
export function keptAttachments(payload: unknown): bigint[] | undefined {
  const attachments: unknown = Reflect.get(Object(payload), "attachments");
  if (attachments === undefined) return undefined;
  if (attachments === null) return [];
  if (!Array.isArray(attachments)) throw invalidAt(["attachments"], "must be a list");
  return attachments.slice(0, 20).flatMap((each: unknown) => {
    const id: unknown = Reflect.get(Object(each), "id");
    const parsed = typeof id === "string" ? parseId(id) : null;
    return parsed === null ? [] : [parsed];
  });
}

// JavaScript's latest date, in seconds since 1970.
const MOST_SECONDS = 8_640_000_000_000;

/**
 * Converts Discord's tags to plain text: custom emoji to `:name:`, timestamps to a date in UTC. Mentions (`<@id>`) are
 * the same in Parley and kept.
 */
export function plainTags(text: string): string {
  return text
    .replace(/<a?:(\w{2,32}):\d{15,21}>/g, ":$1:")
    .replace(/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/g, (whole, seconds: string, style: string | undefined) =>
      dateText(Number(seconds), style ?? "f", whole),
    );
}

function dateText(seconds: number, style: string, otherwise: string): string {
  if (Math.abs(seconds) > MOST_SECONDS) return otherwise;
  const [date = "", time = ""] = new Date(seconds * 1000).toISOString().split("T");
  const clock = `${style === "T" ? time.slice(0, 8) : time.slice(0, 5)} UTC`;
  if (style === "t" || style === "T") return clock;
  return style === "d" || style === "D" ? date : `${date} ${clock}`;
}
