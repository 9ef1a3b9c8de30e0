import { randomUUID } from "node:crypto";
import type { Embed } from "@/lib/messages/dto";
import { isHttpUrl } from "@/lib/people/schema";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import type { Path } from "@/lib/webhooks/payload/problem";
import type { DiscordReading, Fields } from "./reading";

// The schema accepts only http(s) URLs, so a file is passed through it as a URL that can't exist or be guessed.
const STAND_IN = `https://${randomUUID()}.invalid/`;
const ATTACHED = "attachment://";

/** Whether a picture's URL is that of an attached file. */
export const isAttached = (url: string): boolean => url.startsWith(STAND_IN);

/** A file of the message. */
export type DiscordFile = {
  name: string;
  /** Whether it can be shown as a picture. */
  isPicture: boolean;
  /** Its number in the form, which is the id of its entry in `attachments`. */
  number?: number;
};

/** Reads a message's pictures. One that can't be shown is left out, which is never a reason to refuse the message. */
export class Pictures {
  constructor(
    readonly files: readonly DiscordFile[],
    readonly reading: DiscordReading,
  ) {}

  /** Returns the URL of a picture, "" if there's none, and null if it was left out. */
  at(fields: Fields, key: string, path: Path): string | null {
    const value = this.reading.take(fields, key);
    if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0))
      return "";
    const [url, problem] = this.#urlOf(value);
    if (url === null) this.reading.refuse([...path, key], problem);
    return url;
  }

  /** Returns the attached file that a URL names. */
  fileOf(url: unknown): DiscordFile | undefined {
    if (typeof url !== "string" || !url.startsWith(ATTACHED)) return undefined;
    const name = foldedName(url.slice(ATTACHED.length));
    return this.files.find((file) => foldedName(file.name) === name);
  }

  #urlOf(value: unknown): [url: string, problem: ""] | [url: null, problem: string] {
    if (typeof value !== "string") return [null, "isn't a URL"];
    const file = this.fileOf(value);
    if (file) return file.isPicture ? [`${STAND_IN}${this.files.indexOf(file)}`, ""] : [null, "isn't a picture"];
    if (value.startsWith(ATTACHED)) return [null, "isn't attached"];
    const fits = value.length <= EMBED_LIMITS.url && isHttpUrl(value);
    return fits ? [value, ""] : [null, "isn't an http:// or https:// URL"];
  }

  /** Puts the names of the files back into embeds that passed the schema. */
  restore(embeds: readonly Embed[]): Embed[] {
    const back = (url: string) =>
      isAttached(url) ? `${ATTACHED}${this.files[Number(url.slice(STAND_IN.length))]?.name ?? ""}` : url;
    return embeds.map((embed) => ({
      ...embed,
      ...(embed.image && { image: { url: back(embed.image.url) } }),
      ...(embed.thumbnail && { thumbnail: { url: back(embed.thumbnail.url) } }),
      ...(embed.author?.icon_url && { author: { ...embed.author, icon_url: back(embed.author.icon_url) } }),
      ...(embed.footer?.icon_url && { footer: { ...embed.footer, icon_url: back(embed.footer.icon_url) } }),
    }));
  }
}

/** Discord stores a file under a name without spaces and other signs, and senders write either. */
function foldedName(name: string): string {
  return name.replace(/%20|[^\p{L}\p{N}.-]/gu, "_");
}
